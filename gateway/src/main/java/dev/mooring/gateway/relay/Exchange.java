package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.limits.Refusal;
import dev.mooring.gateway.routing.ModelPlan;
import dev.mooring.gateway.routing.PlanCandidate;
import dev.mooring.gateway.routing.RoutingTrail;
import dev.mooring.gateway.routing.UnplannableException;
import dev.mooring.gateway.telemetry.CallSpan;
import io.vertx.core.Context;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request's way: which session, who may serve, who holds the cache, the attempts, the answer.
 * Lives on one event loop.
 */
final class Exchange implements Attempt.Listener, Outgoing.Ready {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

  /** The status in the meters where the caller went away. */
  private static final int CALLER_GONE = 499;

  private final Loop loop;
  private final Context context;
  private final Node node;
  private final Inbound inbound;
  private final CallerAnswer answer;
  private final RequestWatch watch;
  private final @Nullable TurnReport turn;
  private final RoutingReport report;
  private final @Nullable SessionAffinity affinity;
  private final ContinuityGuard continuity;
  private final Settlement settlement;
  private final Bill bill;
  private final Outgoing outgoing;
  private final Unserved unserved;
  private final Failures failures = new Failures();
  private final RoutingTrail trail = new RoutingTrail();

  private List<ModelPlan> plans = List.of();
  private int model = -1;
  private @Nullable ModelTurn modelTurn;
  private @Nullable Attempt attempt;
  private @Nullable StreamRelay stream;
  private @Nullable Runnable callOffRetry;
  private boolean finished;

  Exchange(Loop loop, Node node, Inbound inbound, CallerAnswer answer, RequestWatch watch) {
    this.loop = loop;
    this.context = loop.vertx().getOrCreateContext();
    this.node = node;
    this.inbound = inbound;
    this.answer = answer;
    this.watch = watch;
    this.affinity = inbound.operation().followsPins() ? SessionAffinity.of(inbound, node) : null;
    watch
        .trace()
        .identified(
            affinity == null ? null : affinity.session(),
            inbound.catalog().config().logging().sessionIds());
    this.continuity = new ContinuityGuard(inbound, node);
    this.report =
        new RoutingReport(
            inbound.envelope().model(),
            inbound.id().replace("req_", "gen_"),
            affinity == null ? null : affinity.session(),
            trail,
            node.clock());
    this.turn =
        affinity == null || !inbound.operation().chat()
            ? null
            : new TurnReport(inbound, affinity, report, trail, node.clock().instant());
    this.unserved = new Unserved(answer, report);
    this.outgoing =
        new Outgoing(
            node, inbound, continuity, report, trail, affinity == null ? null : affinity.told());
    PinKeeper keeper =
        affinity != null && inbound.operation().chat()
            ? PinKeeper.of(node, affinity, inbound, report, answer::waitsForTurn)
            : null;
    PromptCaching.warn(inbound, report);
    this.bill = new Bill(node, inbound);
    this.settlement =
        new Settlement(node, inbound, report, continuity, keeper, bill, watch.trace());
    if (inbound.operation().chat() && affinity != null) {
      answer.tells(affinity.session(), report);
    } else {
      answer.tells(null, report);
    }
  }

  /** Plans, reads what the session remembers, and begins to try. */
  void start() {
    guarded(this::begin);
  }

  private void begin() {
    try {
      plans =
          node.planner()
              .plan(
                  inbound.catalog(),
                  inbound.planRequest(affinity == null ? null : affinity.choosesBy()),
                  trail);
    } catch (UnplannableException e) {
      finish(unserved.refuse(e.error(), false));
      return;
    }
    if (inbound.operation().chat() && inbound.envelope().stream()) {
      answer.keepAlive();
    }
    CompletionStage<Void> reads =
        bill.reserve(plans, trail).thenCombine(continuity.read(), (a, b) -> null);
    if (affinity != null) {
      reads = reads.thenCombine(affinity.read(plans), (a, b) -> null);
    }
    if (reads.toCompletableFuture().isDone()) {
      guarded(this::admit);
    } else {
      reads.whenComplete((unused, failure) -> context.runOnContext(v -> guarded(this::admit)));
    }
  }

  /** Tries the first model, unless a limit of the caller's is reached. */
  private void admit() {
    if (affinity != null && affinity.unread()) {
      trail.add("affinity", () -> "the store did not tell the session's pins in time");
      report.warn(
          "other",
          "session-affinity",
          "The store did not tell the session's pin in time, so that this request was routed as if"
              + " there were none.");
    }
    Refusal refusal = bill.refusal();
    if (finished || refusal == null) {
      nextModel();
      return;
    }
    finish(unserved.refuse(refusal));
  }

  /** The caller went away: everything stops, pins stay. */
  void cancel() {
    if (finished) {
      return;
    }
    answer.abandon();
    if (callOffRetry != null) {
      callOffRetry.run();
    }
    stop(CALLER_GONE);
    finish(CALLER_GONE);
  }

  /** Stops the attempt that is under way. */
  private void stop(int status) {
    if (stream != null) {
      settlement.left(stream.usage(), stream.events());
      stream.cancel();
    } else if (attempt != null) {
      attempt.cancel();
    }
    settlement.cancelled(status);
  }

  private void nextModel() {
    if (finished) {
      return;
    }
    model++;
    if (model >= plans.size() || (model > 0 && continuity.fixed())) {
      finish(unserved.giveUp(failures));
      return;
    }
    try {
      modelTurn =
          ModelTurn.begin(node, inbound, affinity, continuity, report, trail, plans.get(model));
    } catch (UnplannableException e) {
      finish(unserved.refuse(e.error(), true));
      return;
    } catch (RetryLaterException e) {
      finish(unserved.refuse(e));
      return;
    }
    tryAfter(modelTurn.firstDelay());
  }

  private void tryAfter(Duration delay) {
    if (delay.isZero()) {
      tryCurrent();
    } else {
      callOffRetry = node.waits().after(loop.vertx(), delay, () -> guarded(this::retry));
    }
  }

  private void tryCurrent() {
    outgoing.prepare(loop.vertx(), plans.get(model), modelTurn().current(), this);
  }

  @Override
  public void prepared(Outbound outbound) {
    guarded(() -> send(outbound));
  }

  @Override
  public void unfit(InvalidRequestException why) {
    guarded(() -> passOver(Failure.untranslatable(why)));
  }

  private void send(Outbound outbound) {
    if (finished) {
      return;
    }
    PlanCandidate candidate = candidate();
    CallSpan span = settlement.begins(candidate);
    attempt = new Attempt(loop, candidate, inbound, outbound, node.clock(), this);
    if (watch.trace().on()) {
      attempt.joins(span);
    }
    watch.sending();
    attempt.send();
  }

  @Override
  public void answered(Attempt answered, HttpClientResponse response) {
    guarded(() -> relay(answered, response));
  }

  private void relay(Attempt answered, HttpClientResponse response) {
    node.metrics()
        .upstream()
        .answered(answered.candidate().provider(), answered.connectNanos(), answered.headNanos());
    Outbound outbound = answered.outbound();
    AnswerForm form = outgoing.answer(outbound, answered.candidate());
    boolean events = outbound.streams(response.getHeader(HttpHeaders.CONTENT_TYPE));
    if (events && inbound.operation().chat()) {
      StreamEnd end = new StreamEnd(settlement, report, plans.get(model), answered, response, this);
      StreamRelay relay = new StreamRelay(answered, response, answer, api(), form, end);
      stream = relay;
      relay.start();
    } else {
      new JsonRelay(
              answered,
              response,
              body -> guarded(() -> concluded(answered, response, form, body)),
              failure -> failed(answered, failure))
          .start();
    }
  }

  /** A stream begins to reach the caller. */
  void streaming() {
    watch.answering();
  }

  /** All of a stream was sent. */
  void streamed() {
    if (attempt != null) {
      watch.answered(attempt);
    }
    finish(answer.status());
  }

  /** The caller reads no more: the same as if it had gone away, which it is made to. */
  void hangUp() {
    cancel();
    answer.hangUp();
  }

  @Override
  public void failed(Attempt failed, Failure failure) {
    guarded(() -> attemptFailed(failure));
  }

  private void attemptFailed(Failure reported) {
    Failure failure = reported.without(candidate().account().apiKey());
    stream = null;
    attempt = null;
    settlement.failed(candidate(), failure);
    if (failure.kind() == FailureClass.CALLER_FAULT) {
      if (StateRejection.in(failure) && outgoing.strip()) {
        tryCurrent();
        return;
      }
      finish(unserved.pass(failure));
      return;
    }
    passOver(failure);
  }

  /** What comes after a candidate that does not serve. */
  private void passOver(Failure failure) {
    if (finished) {
      return;
    }
    failures.add(failure);
    Duration delay = modelTurn().after(failure);
    if (delay == null) {
      nextModel();
    } else {
      tryAfter(delay);
    }
  }

  private void retry() {
    callOffRetry = null;
    if (!finished) {
      tryCurrent();
    }
  }

  private void finish(int status) {
    if (finished) {
      return;
    }
    finished = true;
    inbound.held().release(); // not the body, which a translation may be reading
    attempt = null;
    if (modelTurn != null) {
      modelTurn.over(status == CALLER_GONE);
    }
    bill.close();
    watch.ended(status, affinity == null ? null : report.promotion());
    if (turn != null) {
      node.feed()
          .add(
              turn.ended(
                  settlement.usage(),
                  settlement.expense(),
                  status,
                  unserved.told(),
                  node.clock().instant()));
    }
  }

  private Api api() {
    Api api = inbound.operation().api();
    return api == null ? Api.CHAT : api;
  }

  private PlanCandidate candidate() {
    return modelTurn().current();
  }

  private ModelTurn modelTurn() {
    return Objects.requireNonNull(modelTurn);
  }

  /** Runs a step; a fault of ours becomes a 500 rather than a hanging request. */
  private void guarded(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | OutOfMemoryError e) {
      LOG.error("request {} met a fault of the gateway", inbound.id(), e);
      faulted();
    }
  }

  /** A fault of ours ends the request: everything stops, and the caller is told. */
  @Override
  public void faulted() {
    if (finished) {
      return;
    }
    try {
      stop(500);
      if (!answer.ended()) {
        unserved.refuse(ApiError.internal(), !plans.isEmpty());
      }
    } finally {
      finish(500);
    }
  }

  private void concluded(
      Attempt answered, HttpClientResponse response, AnswerForm form, byte[] body) {
    JsonEnd end =
        new JsonEnd(
            settlement, report, plans.get(model), answered, response, inbound.operation(), form);
    Failure failure = end.take(api(), body, answer.begun());
    if (failure != null) {
      attemptFailed(failure);
      return;
    }
    watch.answering();
    end.send(answer);
    watch.answered(answered);
    finish(response.statusCode());
  }
}

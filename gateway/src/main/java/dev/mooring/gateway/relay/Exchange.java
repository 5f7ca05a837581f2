package dev.mooring.gateway.relay;

import dev.mooring.affinity.PinLifetime;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.Promotion;
import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.api.JsonAnswer;
import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.api.StreamReader;
import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.routing.ModelPlan;
import dev.mooring.gateway.routing.PlanCandidate;
import dev.mooring.gateway.routing.PlanRequest;
import dev.mooring.gateway.routing.UnplannableException;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request's way: which session, who may serve, who holds the cache, the attempts, the answer.
 * Lives on one event loop.
 */
final class Exchange implements Attempt.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

  private final Vertx vertx;
  private final Context context;
  private final Node node;
  private final Upstreams upstreams;
  private final Inbound inbound;
  private final CallerAnswer answer;
  private final RoutingReport report;
  private final @Nullable SessionAffinity affinity;
  private final ContinuityGuard continuity;
  private final @Nullable PinKeeper keeper;
  private final List<Failure> failures = new ArrayList<>(0);

  private List<ModelPlan> plans = List.of();
  private int model = -1;
  private @Nullable Course course;
  private @Nullable Attempt attempt;
  private @Nullable StreamRelay stream;
  private long retryTimer = -1;
  private boolean strip;
  private boolean finished;

  Exchange(Vertx vertx, Node node, Upstreams upstreams, Inbound inbound, CallerAnswer answer) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.node = node;
    this.upstreams = upstreams;
    this.inbound = inbound;
    this.answer = answer;
    this.affinity = inbound.operation().followsPins() ? SessionAffinity.of(inbound, node) : null;
    this.continuity = new ContinuityGuard(inbound, node);
    this.report =
        new RoutingReport(
            inbound.envelope().model(),
            inbound.id().replace("req_", "gen_"),
            affinity == null ? null : affinity.session(),
            node.clock());
    this.keeper =
        affinity != null && inbound.operation().chat()
            ? new PinKeeper(node, affinity, inbound, headerLifetime())
            : null;
    if (inbound.operation().chat() && affinity != null) {
      answer.tells(affinity.session(), report);
    } else {
      answer.tells(null, report);
    }
  }

  private @Nullable Duration headerLifetime() {
    String value = inbound.header("x-bf-session-ttl");
    if (value == null) {
      return null;
    }
    Duration lifetime = PinLifetime.parseHeader(value);
    if (lifetime == null) {
      report.warn(
          "unsupported",
          "x-bf-session-ttl",
          "x-bf-session-ttl is neither a duration such as 30m nor a positive number of seconds;"
              + " the default lifetime was used.");
    }
    return lifetime;
  }

  /** Plans, reads what the session remembers, and begins to try. */
  void start() {
    try {
      plans =
          node.planner()
              .plan(
                  inbound.catalog(),
                  new PlanRequest(
                      inbound.envelope().model(),
                      inbound.operation().api(),
                      inbound.envelope().options(),
                      inbound.caller(),
                      affinity == null ? null : affinity.choosesBy()));
    } catch (UnplannableException e) {
      refuse(e.error());
      return;
    }
    if (inbound.operation().chat() && inbound.envelope().stream()) {
      answer.keepAlive(api());
    }
    CompletionStage<Void> reads = continuity.read();
    if (affinity != null) {
      reads = reads.thenCombine(affinity.read(plans), (a, b) -> null);
    }
    if (reads.toCompletableFuture().isDone()) {
      guarded(this::nextModel);
    } else {
      reads.whenComplete((unused, failure) -> context.runOnContext(v -> guarded(this::nextModel)));
    }
  }

  /** The caller went away: everything stops, pins stay. */
  void cancel() {
    if (finished) {
      return;
    }
    answer.abandon();
    if (retryTimer >= 0) {
      vertx.cancelTimer(retryTimer);
    }
    Attempt running = attempt;
    if (running != null) {
      if (stream != null) {
        stream.cancel();
      } else {
        running.cancel();
      }
      node.health().abandoned(running.candidate().subject());
      leave(running.candidate(), "cancelled");
    }
    finish(499);
  }

  private void nextModel() {
    if (finished) {
      return;
    }
    model++;
    if (model >= plans.size() || (model > 0 && continuity.fixed())) {
      giveUp();
      return;
    }
    ModelPlan plan = plans.get(model);
    Promotion<PlanCandidate> promotion =
        affinity == null ? SessionAffinity.unaffected(plan) : affinity.promote(plan);
    if (affinity != null && inbound.operation().chat()) {
      node.metrics().decided(promotion.outcome(), affinity.session().source());
    }
    try {
      promotion = continuity.apply(plan, promotion);
    } catch (UnplannableException e) {
      report.model(plan, promotion);
      refuse(e.error());
      return;
    } catch (RetryLaterException e) {
      report.model(plan, promotion);
      answer.header("retry-after", RetryAfter.header(e.waiting()));
      refuse(e.error());
      return;
    }
    report.model(plan, promotion);
    course = new Course(promotion.plan(), pinned(plan, promotion), node.random());
    tryCurrent();
  }

  private int pinned(ModelPlan plan, Promotion<PlanCandidate> promotion) {
    if (affinity == null || !(affinity.state(plan) instanceof PinState.Pinned state)) {
      return -1;
    }
    List<PlanCandidate> candidates = promotion.plan();
    for (int i = 0; i < candidates.size(); i++) {
      PlanCandidate candidate = candidates.get(i);
      if (candidate.provider().equals(state.pin().provider())
          && candidate.credential().equals(state.pin().credential())
          && candidate.upstreamModel().equals(state.pin().upstreamModel())) {
        return i;
      }
    }
    return -1;
  }

  private void tryCurrent() {
    PlanCandidate candidate = course().current();
    if (continuity.mustStrip(candidate)) {
      stripState();
    }
    byte[] body =
        inbound.envelope().upstreamBody(candidate.upstreamModel(), injectsUsage(candidate), strip);
    node.health().attempted(candidate.subject());
    node.inFlight().enter(candidate.provider(), candidate.credential());
    report.attempt(candidate);
    attempt = new Attempt(vertx, upstreams, candidate, inbound, body, node.clock(), this);
    attempt.send();
  }

  private boolean injectsUsage(PlanCandidate candidate) {
    return inbound.operation() == Operation.CHAT_COMPLETIONS
        && inbound.envelope().stream()
        && candidate.upstream().config().streamUsage();
  }

  private void stripState() {
    if (strip || !inbound.envelope().hasStrippableState()) {
      return;
    }
    strip = true;
    report.warn(
        "other",
        "continuity",
        "The account that holds this conversation's reasoning cannot serve; the request was sent"
            + " elsewhere without its encrypted reasoning and thinking blocks.");
  }

  @Override
  public void answered(Attempt answered, HttpClientResponse response) {
    String type = response.getHeader(HttpHeaders.CONTENT_TYPE);
    boolean events = type != null && type.regionMatches(true, 0, "text/event-stream", 0, 17);
    if (events && inbound.operation().chat()) {
      boolean hideUsage =
          injectsUsage(answered.candidate()) && !inbound.envelope().usageRequested();
      StreamRelay relay =
          new StreamRelay(answered, response, answer, api(), hideUsage, new StreamEnd(response));
      stream = relay;
      relay.start();
    } else {
      new JsonRelay(answered, response, new JsonEnd()).start();
    }
  }

  @Override
  public void failed(Attempt failed, Failure failure) {
    guarded(() -> attemptFailed(failure));
  }

  private void attemptFailed(Failure told) {
    PlanCandidate candidate = candidate();
    Failure failure = told.without(candidate.account().apiKey());
    stream = null;
    attempt = null;
    judge(candidate, failure);
    report.failed(failure);
    leave(candidate, failure.kind().name().toLowerCase(java.util.Locale.ROOT));
    failures.add(failure);
    if (failure.kind() == FailureClass.CALLER_FAULT) {
      if (!strip && StateRejection.in(failure) && inbound.envelope().hasStrippableState()) {
        stripState();
        tryCurrent();
        return;
      }
      answerFailure(failure);
      return;
    }
    Course.Step step = course().after(failure.kind(), failure.retryAfter());
    if (step instanceof Course.Step.Try next) {
      if (next.delay().isZero()) {
        tryCurrent();
      } else {
        retryTimer =
            vertx.setTimer(Math.max(1, next.delay().toMillis()), t -> guarded(this::retry));
      }
    } else {
      nextModel();
    }
  }

  private void retry() {
    retryTimer = -1;
    if (!finished) {
      tryCurrent();
    }
  }

  private void judge(PlanCandidate candidate, Failure failure) {
    var config = inbound.catalog().config().health();
    switch (failure.kind()) {
      case RATE_LIMITED ->
          node.health().rateLimited(candidate.subject(), failure.retryAfter(), config);
      case UNAVAILABLE -> node.health().failed(candidate.subject(), config);
      case REJECTED -> node.health().rejected(candidate.subject(), config);
      case CALLER_FAULT -> node.health().abandoned(candidate.subject());
    }
  }

  private void giveUp() {
    Failure chosen = failures.get(failures.size() - 1);
    Duration wait = null;
    for (Failure failure : failures) {
      if (failure.kind() != FailureClass.RATE_LIMITED) {
        continue;
      }
      if (chosen.kind() != FailureClass.RATE_LIMITED) {
        chosen = failure;
      }
      Duration asked = failure.retryAfter();
      if (asked != null && (wait == null || asked.compareTo(wait) < 0)) {
        wait = asked;
        chosen = failure;
      }
    }
    if (wait != null && !answer.begun()) {
      answer.header("retry-after", RetryAfter.header(wait));
    }
    answerFailure(chosen);
  }

  private void answerFailure(Failure failure) {
    Failure.Answer upstream = failure.answer();
    if (upstream == null || answer.begun() || !json(upstream.body())) {
      refuse(failure.error());
      return;
    }
    byte[] body = UpstreamError.withMetadata(upstream.body(), report.json(null));
    answer.whole(upstream.status(), upstream.headers(), "application/json", body);
    finish(upstream.status());
  }

  private static boolean json(byte[] body) {
    for (byte b : body) {
      if (!Character.isWhitespace(b)) {
        return b == '{';
      }
    }
    return false;
  }

  /** Answers with an error in the caller's API, as the stream's last event where it has begun. */
  private void refuse(ApiError error) {
    byte[] metadata = plans.isEmpty() ? null : report.json(null);
    if (answer.begun()) {
      answer.write(Buffer.buffer(StreamReader.of(api()).failure(error, metadata)));
      answer.end();
    } else {
      byte[] body = ApiError.body(inbound.operation().api(), error, inbound.id(), metadata);
      answer.whole(error.status(), null, "application/json", body);
    }
    finish(error.status());
  }

  private void finish(int status) {
    if (finished) {
      return;
    }
    finished = true;
    attempt = null;
    node.metrics().ended(inbound.operation().name().toLowerCase(java.util.Locale.ROOT), status);
  }

  private void leave(PlanCandidate candidate, String result) {
    node.inFlight().leave(candidate.provider(), candidate.credential());
    node.metrics().attempted(candidate.provider(), result);
  }

  private void served(int status) {
    node.health().succeeded(candidate().subject());
    report.succeeded(status);
    if (keeper != null && attempt != null) {
      keeper.accepted(plans.get(model), candidate(), attempt.sinceSent());
    }
  }

  private void used(@Nullable Usage usage) {
    if (usage != null) {
      node.metrics().used(candidate().provider(), usage);
    }
  }

  private Api api() {
    Api api = inbound.operation().api();
    return api == null ? Api.CHAT : api;
  }

  private PlanCandidate candidate() {
    return course().current();
  }

  private Course course() {
    return java.util.Objects.requireNonNull(course);
  }

  /** Runs a step; a fault of ours becomes a 500 rather than a hanging request. */
  private void guarded(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      LOG.error("request {} met a fault of the gateway", inbound.id(), e);
      if (!finished && !answer.ended()) {
        refuse(ApiError.internal());
      }
    }
  }

  /** The end of an answer that is no stream. */
  private final class JsonEnd implements JsonRelay.Listener {
    @Override
    public void complete(HttpClientResponse response, byte[] body) {
      guarded(() -> concluded(response, body));
    }

    @Override
    public void broken(Failure failure) {
      guarded(() -> attemptFailed(failure));
    }
  }

  private void concluded(HttpClientResponse response, byte[] body) {
    if (!inbound.operation().chat()) {
      served(response.statusCode());
      String type = response.getHeader(HttpHeaders.CONTENT_TYPE);
      leave(candidate(), "served");
      answer.whole(
          response.statusCode(),
          response.headers(),
          type == null ? "application/json" : type,
          body);
      finish(response.statusCode());
      return;
    }
    JsonAnswer read;
    try {
      read = JsonAnswer.read(api(), body);
    } catch (MalformedAnswerException e) {
      attemptFailed(Failure.broken("the provider's answer is no JSON object"));
      return;
    }
    UpstreamError error = read.error();
    if (error != null) {
      attemptFailed(Failure.told(error));
      return;
    }
    served(response.statusCode());
    used(read.usage());
    continuity.issued(candidate(), read.issued(), response.getHeader("x-codex-turn-state"));
    leave(candidate(), "served");
    byte[] told = read.withMetadata(report.json(read.usage()));
    if (answer.begun()) {
      refuse(ApiError.badGateway("the provider answered a streaming request without a stream"));
      return;
    }
    answer.whole(response.statusCode(), response.headers(), "application/json", told);
    finish(response.statusCode());
  }

  /** The end of a stream. */
  private final class StreamEnd implements StreamRelay.Listener {
    private final HttpClientResponse response;

    StreamEnd(HttpClientResponse response) {
      this.response = response;
    }

    @Override
    public void accepted(StreamReader reader) {
      served(response.statusCode());
    }

    @Override
    public void failedEarly(Failure failure) {
      guarded(() -> attemptFailed(failure));
    }

    @Override
    public void ended(StreamReader reader, boolean error) {
      if (error) {
        failedLate(reader, Failure.told(java.util.Objects.requireNonNull(reader.error())));
      } else {
        conclude(reader, "served");
      }
    }

    @Override
    public void brokeLate(StreamReader reader, Failure failure) {
      failedLate(reader, failure);
    }

    private void failedLate(StreamReader reader, Failure failure) {
      judge(candidate(), failure);
      if (keeper != null) {
        keeper.broke();
      }
      conclude(reader, "broke");
    }

    private void conclude(StreamReader reader, String result) {
      used(reader.usage());
      continuity.issued(candidate(), reader.issued(), response.getHeader("x-codex-turn-state"));
      leave(candidate(), result);
      finish(answer.status());
    }

    @Override
    public byte[] metadata(StreamReader reader) {
      return report.json(reader.usage());
    }

    @Override
    public byte[] usageMetadata(StreamReader reader) {
      return report.costJson(reader.usage());
    }
  }
}

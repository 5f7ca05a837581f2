package dev.mooring.gateway.relay;

import dev.mooring.affinity.CacheFacts;
import dev.mooring.affinity.Session;
import dev.mooring.gateway.api.Continuity;
import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.HealthConfig;
import dev.mooring.gateway.config.ModelConfig.Price;
import dev.mooring.gateway.routing.ModelPlan;
import dev.mooring.gateway.routing.PlanCandidate;
import dev.mooring.gateway.telemetry.CallSpan;
import dev.mooring.gateway.telemetry.Expense;
import dev.mooring.gateway.telemetry.RequestTrace;
import dev.mooring.gateway.telemetry.RequestTrace.Upstream;
import io.vertx.core.http.HttpClientResponse;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt's course means to everyone but the caller: health, requests in flight, pins,
 * issuers of state, meters, and the routing report.
 */
final class Settlement {
  private final Node node;
  private final Inbound inbound;
  private final RoutingReport report;
  private final ContinuityGuard continuity;
  private final @Nullable PinKeeper keeper;
  private final @Nullable TurnRecord record;
  private final @Nullable CacheLesson lesson;
  private final Bill bill;
  private final Stopwatch stopwatch;
  private final RequestTrace trace;

  private @Nullable Usage usage;
  private @Nullable Expense expense;

  /** Who is being tried and counted as in flight; null between attempts. */
  private @Nullable PlanCandidate underWay;

  /** The span of that attempt. */
  private CallSpan span = CallSpan.NONE;

  /**
   * @param keeper keeps the session's pin; null where the request writes none
   */
  Settlement(
      Node node,
      Inbound inbound,
      RoutingReport report,
      ContinuityGuard continuity,
      @Nullable PinKeeper keeper,
      Bill bill,
      RequestTrace trace) {
    this.node = node;
    this.inbound = inbound;
    this.report = report;
    this.continuity = continuity;
    this.keeper = keeper;
    this.bill = bill;
    this.stopwatch = new Stopwatch(node, inbound.catalog().config().health().rates());
    this.record = TurnRecord.of(node, inbound, report, keeper);
    this.lesson = CacheLesson.of(node, inbound, report, keeper);
    this.trace = trace;
  }

  /** An attempt begins, with a span of its own. */
  CallSpan begins(PlanCandidate candidate) {
    underWay = candidate;
    stopwatch.begins();
    if (inbound.operation().chat()) {
      node.health().attempted(candidate.subject());
    }
    node.inFlight().enter(candidate.provider(), candidate.credential());
    node.metrics().upstream().began(candidate.provider());
    report.attempt(candidate);
    if (record != null) {
      record.begins(candidate);
    }
    span = trace.on() ? trace.attempt(upstream(candidate)) : CallSpan.NONE;
    return span;
  }

  /**
   * The provider has accepted it: its first output came, or the whole answer did. A probe is over;
   * that the candidate is well is known only when the answer has ended well.
   *
   * @param whole whether it is the whole answer, of which the caller has nothing yet
   */
  void accepted(ModelPlan plan, Attempt attempt, int status, boolean whole) {
    if (inbound.operation().chat()) {
      node.health().abandoned(attempt.candidate().subject());
    }
    report.succeeded(status);
    stopwatch.accepted(attempt);
    bill.accepted(plan, attempt.candidate());
    continuity.accepted(attempt.candidate());
    span.status(status);
    if (keeper != null) {
      keeper.accepted(plan, attempt.candidate(), attempt.sinceSent(), whole);
    }
    if (record != null) {
      record.accepted(attempt.candidate());
    }
    if (lesson != null) {
      lesson.accepted(attempt.sinceSent());
    }
    inbound.release();
  }

  /** It failed before it was accepted. */
  void failed(PlanCandidate candidate, Failure failure) {
    judge(candidate, failure);
    report.failed(failure);
    span.status(failure.status());
    leaves(failure.kind().label());
    if (record != null) {
      record.failed(candidate, failure);
    }
  }

  /**
   * It failed after something of it had reached the caller. The pin goes, unless the request itself
   * was at fault.
   */
  void broke(PlanCandidate candidate, Failure failure) {
    judge(candidate, failure);
    report.broke(failure);
    if (record != null) {
      record.broke(failure);
    }
    if (keeper != null && failure.kind() != FailureClass.CALLER_FAULT) {
      keeper.broke();
    }
  }

  /**
   * The attempt that is under way, if one is, was given up for no fault of the candidate's.
   *
   * @param status 499 where the caller went away, 500 at a fault of ours
   */
  void cancelled(int status) {
    if (underWay != null) {
      if (record != null) {
        record.cancelled(underWay, status);
      }
      if (lesson != null) {
        lesson.ended(underWay, null);
      }
      if (inbound.operation().chat()) {
        node.health().abandoned(underWay.subject());
      }
      leaves("cancelled");
    }
  }

  /**
   * The caller leaves a stream before its end.
   *
   * @param told what the stream has told of its usage; null for nothing
   * @param seen its output tokens so far, by estimate
   */
  void left(@Nullable Usage told, long seen) {
    bill.used(told, false, seen);
    if (record != null) {
      record.left(told);
    }
    PlanCandidate candidate = underWay;
    if (told != null && candidate != null && report.served() != null) {
      usage = told;
      used(candidate, told);
      if (trace.on()) {
        trace.served(upstream(candidate), told);
      }
    }
  }

  /**
   * An answer that had begun to reach the caller is over.
   *
   * @param seen its output tokens by estimate, where its usage was not told
   * @param well whether it is whole
   */
  void ended(
      PlanCandidate candidate,
      HttpClientResponse response,
      @Nullable Usage told,
      long seen,
      Continuity issued,
      boolean well) {
    usage = told;
    bill.used(told, well, seen);
    leaves(well ? "served" : "broke");
    if (well && inbound.operation().chat()) {
      node.health()
          .succeeded(candidate.subject(), stopwatch.slow(), inbound.catalog().config().health());
    }
    if (told != null) {
      used(candidate, told);
      if (well) {
        stopwatch.ended(candidate, told);
        remember(candidate, told);
      }
    }
    if (trace.on()) {
      trace.served(upstream(candidate), told);
    }
    continuity.issued(candidate, issued, response.getHeader("x-codex-turn-state"));
    if (record != null) {
      record.ended(candidate, told, response.statusCode());
    }
    if (lesson != null) {
      lesson.ended(candidate, well ? told : null);
    }
  }

  /** What an answer's usage tells of the session's cache. */
  private void remember(PlanCandidate candidate, Usage told) {
    Session session = keeper == null ? null : keeper.remembered();
    int large = inbound.catalog().config().affinity().waiting().minPromptTokens();
    if (keeper != null && session != null && told.input() >= large) {
      boolean tellsWrites = CacheFacts.isClaude(candidate.upstreamModel());
      node.cached().told(session.key(), report.model(), told, keeper.followed(), tellsWrites);
    }
  }

  /** What the answer used; null where it told nothing, or there was none. */
  @Nullable Usage usage() {
    return usage;
  }

  /** What that cost; null where the usage or the price is unknown. */
  @Nullable Expense expense() {
    return expense;
  }

  private void used(PlanCandidate candidate, Usage told) {
    ModelPlan plan = report.plan();
    Price price = plan.price(candidate);
    expense = price == null ? null : Expense.of(told, price, SpreadShare.of(plan, candidate));
    node.metrics().used(candidate.provider(), plan.model().id(), told, expense);
  }

  private static Upstream upstream(PlanCandidate candidate) {
    return new Upstream(
        candidate.provider(),
        candidate.upstream().config().type().configName(),
        candidate.credential(),
        candidate.upstreamModel());
  }

  /** It is in flight no more; counted once. */
  private void leaves(String result) {
    PlanCandidate candidate = underWay;
    if (candidate == null) {
      return;
    }
    underWay = null;
    node.inFlight().leave(candidate.provider(), candidate.credential());
    node.metrics().upstream().ended(candidate.provider(), result);
    span.ended(result.equals("served") ? null : result);
  }

  /**
   * Tells the node's health of a failure. The side routes have limits of their own, and many
   * providers lack them: they say nothing of how the credential serves the model.
   */
  private void judge(PlanCandidate candidate, Failure failure) {
    if (!inbound.operation().chat()) {
      return;
    }
    HealthConfig config = inbound.catalog().config().health();
    switch (failure.kind()) {
      case RATE_LIMITED ->
          node.health().rateLimited(candidate.subject(), failure.retryAfter(), config);
      case UNAVAILABLE -> node.health().failed(candidate.subject(), config);
      case REJECTED -> node.health().rejected(candidate.subject(), config);
      case REFUSED, CALLER_FAULT -> node.health().abandoned(candidate.subject());
    }
  }
}

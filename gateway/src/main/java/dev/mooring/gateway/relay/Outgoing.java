package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.BodyShape;
import dev.mooring.gateway.api.CacheMarking;
import dev.mooring.gateway.routing.ModelPlan;
import dev.mooring.gateway.routing.PlanCandidate;
import dev.mooring.gateway.routing.RoutingTrail;

/**
 * What a request's candidates are sent: the caller's body as each is to get it, with cache markers
 * where they are wanted, and from some point on without the state that only one account can read.
 */
final class Outgoing {
  private final Node node;
  private final Inbound inbound;
  private final ContinuityGuard continuity;
  private final RoutingReport report;
  private final RoutingTrail trail;
  private boolean stripped;
  private boolean shortened;

  Outgoing(
      Node node,
      Inbound inbound,
      ContinuityGuard continuity,
      RoutingReport report,
      RoutingTrail trail) {
    this.node = node;
    this.inbound = inbound;
    this.continuity = continuity;
    this.report = report;
    this.trail = trail;
  }

  /** The body for a candidate of a model's plan. */
  byte[] body(ModelPlan plan, PlanCandidate candidate, BodyShape shape) {
    if (continuity.mustStrip(candidate)) {
      strip();
    }
    CacheMarking marking = PromptCaching.of(node.facts(), inbound, plan.model(), candidate);
    if (marking != null) {
      marked(marking, candidate);
    }
    return inbound
        .envelope()
        .upstreamBody(candidate.upstreamModel(), injectsUsage(candidate), stripped, marking, shape);
  }

  private void marked(CacheMarking marking, PlanCandidate candidate) {
    trail.add(
        "prompt caching",
        () ->
            "Cache markers were put in for "
                + candidate.provider()
                + (marking.oneHour() ? ", for an hour." : "."));
    if (!shortened && PromptCaching.shortened(inbound, marking)) {
      shortened = true;
      report.warn(
          "unsupported",
          "cache_ttl",
          "The model keeps no cache for an hour; the default lifetime was used.");
    }
  }

  /** Whether a candidate's stream has a usage chunk that the caller did not ask for. */
  boolean hidesUsage(PlanCandidate candidate) {
    return injectsUsage(candidate) && !inbound.envelope().usageRequested();
  }

  /** Strips the state from here on; false where there is none, or it is gone already. */
  boolean strip() {
    if (stripped || !inbound.envelope().hasStrippableState()) {
      return false;
    }
    stripped = true;
    report.warn(
        "other",
        "continuity",
        "The account that holds this conversation's reasoning cannot serve; the request was sent"
            + " elsewhere without its encrypted reasoning and thinking blocks.");
    return true;
  }

  private boolean injectsUsage(PlanCandidate candidate) {
    return inbound.operation() == Operation.CHAT_COMPLETIONS
        && inbound.envelope().stream()
        && candidate.upstream().config().streamUsage();
  }
}

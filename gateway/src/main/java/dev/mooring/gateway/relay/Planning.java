package dev.mooring.gateway.relay;

import dev.mooring.gateway.routing.PlanRequest;
import org.jspecify.annotations.Nullable;

/** What of a request its plan is made from. */
final class Planning {
  private Planning() {}

  /**
   * A request as the planner sees it.
   *
   * @param affinity null where it has no session
   */
  static PlanRequest request(Inbound inbound, @Nullable SessionAffinity affinity) {
    return new PlanRequest(
        inbound.envelope().model(),
        inbound.operation().api(),
        inbound.envelope().options(),
        inbound.caller(),
        affinity == null ? null : affinity.choosesBy(),
        new VisibleHeaders(inbound),
        inbound.envelope().promptTokens());
  }
}

package dev.mooring.gateway.relay;

import dev.mooring.affinity.Outcome;
import dev.mooring.affinity.Promotion;
import dev.mooring.affinity.Session;
import dev.mooring.affinity.SessionRecord.Event;
import dev.mooring.affinity.SessionRecord.Reason;
import dev.mooring.gateway.api.GatewayOptions;
import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.routing.PlanCandidate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The routing event of one answered request (contract, section 8). */
final class RoutingEvent {
  private RoutingEvent() {}

  /**
   * The event of a request that a candidate has answered.
   *
   * @param usage what the answer said of it; null where it said nothing
   */
  static Event of(
      Inbound inbound,
      Session session,
      RoutingReport report,
      PlanCandidate by,
      @Nullable Usage usage,
      int status,
      Instant now) {
    Usage used = usage == null ? new Usage(0, 0, 0, 0, 0) : usage;
    return new Event(
        session.key(),
        inbound.id(),
        inbound.operation().label(),
        report.model(),
        by.provider(),
        by.credential(),
        by.upstreamModel(),
        reason(inbound.envelope().options(), report, by),
        used.input(),
        used.cacheRead(),
        used.output(),
        status,
        Duration.between(report.began(), now),
        now);
  }

  /** Why a candidate has served. */
  static Reason reason(GatewayOptions options, RoutingReport report, PlanCandidate by) {
    List<PlanCandidate> tried = report.tried();
    List<PlanCandidate> before = tried.subList(0, Math.max(0, tried.size() - 1));
    if (!before.isEmpty()) {
      boolean again = before.stream().anyMatch(each -> each.subject().equals(by.subject()));
      return again ? Reason.RETRY : Reason.FALLBACK;
    }
    Promotion<PlanCandidate> promotion = report.promotion();
    if (promotion != null
        && (promotion.outcome() == Outcome.PROMOTED || promotion.outcome() == Outcome.CONFIRMED)) {
      return Reason.AFFINITY;
    }
    if (!options.order().isEmpty()) {
      return Reason.ORDER;
    }
    if (options.sort() != null) {
      return options.sort().equals("cost") ? Reason.COST : Reason.ORDER;
    }
    if (report.ruled()) {
      return Reason.RULE;
    }
    return report.weighted() ? Reason.WEIGHT : Reason.ORDER;
  }
}

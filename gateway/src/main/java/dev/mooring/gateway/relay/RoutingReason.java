package dev.mooring.gateway.relay;

import dev.mooring.affinity.Outcome;
import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.Promotion;
import dev.mooring.affinity.SessionRecord.Reason;
import dev.mooring.gateway.api.GatewayOptions;
import dev.mooring.gateway.routing.PlanCandidate;
import dev.mooring.gateway.routing.Sorting;
import java.util.List;

/** Why a candidate is tried: the first thing that decided (contract, section 8). */
final class RoutingReason {
  private RoutingReason() {}

  /**
   * The reason of the attempt that began last.
   *
   * @param read what the session remembered of the model
   * @param by whom the attempt is with
   */
  static Reason of(GatewayOptions options, RoutingReport report, PinState read, PlanCandidate by) {
    List<PlanCandidate> tried = report.tried();
    for (int i = tried.size() - 2; i >= 0; i--) {
      if (tried.get(i).subject().equals(by.subject())) {
        return Reason.RETRY;
      }
    }
    if (tried.size() > 1) {
      return Reason.FALLBACK;
    }
    if (read instanceof PinState.Pinned pinned && !names(pinned.pin(), by)) {
      return Reason.FALLBACK;
    }
    Promotion<PlanCandidate> promotion = report.promotion();
    if (promotion != null
        && (promotion.outcome() == Outcome.PROMOTED || promotion.outcome() == Outcome.CONFIRMED)) {
      return Reason.AFFINITY;
    }
    return ofRouting(options, report);
  }

  /** Why routing put its first candidate first. */
  private static Reason ofRouting(GatewayOptions options, RoutingReport report) {
    if (!options.order().isEmpty()) {
      return Reason.ORDER;
    }
    Sorting sorting = report.plan().sorting();
    if (sorting != null) {
      return sorting.option().equals("cost") ? Reason.COST : Reason.ORDER;
    }
    if (report.ruled()) {
      return Reason.RULE;
    }
    return report.weighted() ? Reason.WEIGHT : Reason.ORDER;
  }

  private static boolean names(Pin pin, PlanCandidate candidate) {
    return pin.provider().equals(candidate.provider())
        && pin.upstreamModel().equals(candidate.upstreamModel())
        && (pin.credential() == null || pin.credential().equals(candidate.credential()));
  }
}

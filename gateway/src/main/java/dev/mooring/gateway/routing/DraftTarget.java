package dev.mooring.gateway.routing;

import java.util.List;

/**
 * A target in a draft, with those of its candidates that are left.
 *
 * @param candidates with the system's credentials; empty where the caller may use none of them
 */
record DraftTarget(Target target, List<PlanCandidate> candidates) {
  /** The provider's id. */
  String provider() {
    return target.provider();
  }

  /** The same target with other candidates. */
  DraftTarget with(List<PlanCandidate> others) {
    return new DraftTarget(target, others);
  }

  /** The condition of its best candidate; healthy where it has none. */
  Condition condition() {
    Condition best = candidates.isEmpty() ? Condition.HEALTHY : Condition.DOWN;
    for (PlanCandidate candidate : candidates) {
      best = best.better(candidate.condition());
    }
    return best;
  }

  @Override
  public String toString() {
    return target.toString();
  }
}

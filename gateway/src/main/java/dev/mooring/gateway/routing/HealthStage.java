package dev.mooring.gateway.routing;

import java.util.ArrayList;
import java.util.List;

/**
 * The health of what is left: it marks, and drops nothing. Who is down stays in the plan, and comes
 * last in its group in the end (contract, section 5, "Promotion").
 */
final class HealthStage implements Stage {
  private final Health health;

  HealthStage(Health health) {
    this.health = health;
  }

  @Override
  public String name() {
    return "health";
  }

  @Override
  public void apply(Draft draft) {
    if (health.allHealthy()) {
      draft.note(() -> "all are healthy");
      return;
    }
    List<DraftTarget> marked = new ArrayList<>(draft.targets().size());
    List<PlanCandidate> unwell = new ArrayList<>(0);
    for (DraftTarget target : draft.targets()) {
      marked.add(marked(target, unwell));
    }
    draft.targets(marked);
    draft.note(() -> unwell.isEmpty() ? "all are healthy" : "not healthy: " + unwell);
  }

  /** A candidate in its present condition. */
  PlanCandidate marked(PlanCandidate candidate) {
    Condition now = health.condition(candidate.subject());
    return now == candidate.condition() ? candidate : candidate.in(now);
  }

  private DraftTarget marked(DraftTarget target, List<PlanCandidate> unwell) {
    List<PlanCandidate> candidates = target.candidates();
    List<PlanCandidate> copy = null;
    for (int i = 0; i < candidates.size(); i++) {
      PlanCandidate candidate = candidates.get(i);
      PlanCandidate now = marked(candidate);
      if (now.condition() != candidate.condition()) {
        copy = copy == null ? new ArrayList<>(candidates) : copy;
        copy.set(i, now);
        unwell.add(now);
      }
    }
    return copy == null ? target : target.with(copy);
  }
}

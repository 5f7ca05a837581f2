package dev.mooring.gateway.routing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Credentials and providers that drain: last in their group, so that they take no new session while
 * another can. A session whose pin names one is promoted there as ever.
 */
final class DrainStage implements Stage {
  private final Drains drains;
  private final Comparator<PlanCandidate> lastInGroup =
      Comparator.comparing((PlanCandidate candidate) -> !candidate.byok())
          .thenComparing(this::drains);

  DrainStage(Drains drains) {
    this.drains = drains;
  }

  @Override
  public String name() {
    return "drain";
  }

  @Override
  public void apply(Draft draft) {
    List<PlanCandidate> draining = new ArrayList<>(0);
    for (PlanCandidate candidate : draft.candidates()) {
      if (drains(candidate)) {
        draining.add(candidate);
      }
    }
    if (draining.isEmpty()) {
      return;
    }
    List<PlanCandidate> candidates = new ArrayList<>(draft.candidates());
    candidates.sort(lastInGroup);
    draft.candidates(candidates);
    draft.note(() -> "draining, for sessions pinned there only: " + draining);
  }

  /** By configuration, or because an operator said so. */
  private boolean drains(PlanCandidate candidate) {
    return candidate.draining() || drains.has(candidate.provider(), candidate.credential());
  }
}

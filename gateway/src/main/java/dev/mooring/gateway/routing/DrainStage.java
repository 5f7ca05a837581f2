package dev.mooring.gateway.routing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Credentials and providers that drain: last in their group, so that they take no new session while
 * another can. A session whose pin names one is promoted there as ever.
 */
final class DrainStage implements Stage {
  private static final Comparator<PlanCandidate> LAST_IN_GROUP =
      Comparator.comparing((PlanCandidate candidate) -> !candidate.byok())
          .thenComparing(PlanCandidate::draining);

  @Override
  public String name() {
    return "drain";
  }

  @Override
  public void apply(Draft draft) {
    List<PlanCandidate> draining = new ArrayList<>(0);
    for (PlanCandidate candidate : draft.candidates()) {
      if (candidate.draining()) {
        draining.add(candidate);
      }
    }
    if (draining.isEmpty()) {
      return;
    }
    List<PlanCandidate> candidates = new ArrayList<>(draft.candidates());
    candidates.sort(LAST_IN_GROUP);
    draft.candidates(candidates);
    draft.note(() -> "draining, for sessions pinned there only: " + draining);
  }
}

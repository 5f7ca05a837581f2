package dev.mooring.gateway.relay;

import dev.mooring.gateway.routing.PlanCandidate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * The sentences of {@code planningReasoning}: what the trail tells of the plan, then whose
 * credentials there are, and the order in which they are tried.
 */
final class PlanningReasoning {
  private static final String ARROW = " → ";

  private PlanningReasoning() {}

  /**
   * The text.
   *
   * @param told the trail's sentences of the plan's model; may be empty
   * @param plan the candidates in the order in which they are tried
   */
  static String of(String told, List<PlanCandidate> plan) {
    Collection<String> own = new LinkedHashSet<>();
    Collection<String> system = new LinkedHashSet<>();
    for (PlanCandidate candidate : plan) {
      (candidate.byok() ? own : system).add(candidate.provider());
    }
    List<String> sentences = new ArrayList<>();
    if (!told.isEmpty()) {
      sentences.add(told);
    }
    if (!own.isEmpty()) {
      sentences.add("BYOK credentials available for: " + String.join(", ", own) + ".");
      String first = own.iterator().next();
      String preferred = system.isEmpty() ? first : system.iterator().next();
      if (!first.equals(preferred)) {
        sentences.add(
            "BYOK execution order prioritizes "
                + first
                + " over routing preference "
                + preferred
                + ".");
      }
    }
    if (!system.isEmpty()) {
      sentences.add("System credentials planned for: " + String.join(", ", system) + ".");
    }
    sentences.add("Total execution order: " + order(own, system));
    return String.join(" ", sentences);
  }

  private static String order(Collection<String> own, Collection<String> system) {
    List<String> order = new ArrayList<>(own.size() + system.size());
    own.forEach(provider -> order.add(provider + "(BYOK)"));
    system.forEach(provider -> order.add(provider + "(system)"));
    return String.join(ARROW, order);
  }
}

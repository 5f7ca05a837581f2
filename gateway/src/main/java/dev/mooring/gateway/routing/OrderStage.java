package dev.mooring.gateway.routing;

import dev.mooring.affinity.Rendezvous;
import dev.mooring.affinity.Session;
import dev.mooring.gateway.config.ClientKeyConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * In which order the configuration has targets tried: as written; drawn by weight where any has
 * one, from the session so that every node draws the same; fallbacks after the others (contract,
 * section 2).
 */
final class OrderStage implements Stage {
  private final RandomGenerator random;

  OrderStage(RandomGenerator random) {
    this.random = random;
  }

  @Override
  public String name() {
    return "order";
  }

  @Override
  public void apply(Draft draft) {
    PlanRequest request = draft.request();
    ClientKeyConfig key = request.caller().key();
    Map<String, Double> keyWeights = key == null ? Map.of() : key.weights();
    List<DraftTarget> targets = new ArrayList<>(draft.targets().size());
    List<DraftTarget> fallbacks = new ArrayList<>(0);
    for (DraftTarget target : draft.targets()) {
      (target.target().fallback() ? fallbacks : targets).add(target);
    }
    boolean drawn =
        request.options().sort() == null && (draft.weighted() || anyOf(targets, keyWeights));
    if (drawn) {
      draft.drawn();
      targets = draw(targets, keyWeights, request);
    }
    targets.addAll(fallbacks);
    List<DraftTarget> ordered = targets;
    draft.targets(ordered);
    draft.note(() -> (drawn ? "drawn by weight: " : "as written: ") + ordered);
  }

  private List<DraftTarget> draw(
      List<DraftTarget> targets, Map<String, Double> keyWeights, PlanRequest request) {
    Session session = request.session();
    return new ArrayList<>(
        session == null
            ? Rendezvous.draw(random, targets, target -> weight(target, keyWeights))
            : Rendezvous.orderByHash(
                session.key().head(),
                targets,
                target -> target.target().labelHash(),
                target -> weight(target, keyWeights)));
  }

  private static boolean anyOf(List<DraftTarget> targets, Map<String, Double> keyWeights) {
    if (keyWeights.isEmpty()) {
      return false;
    }
    for (DraftTarget target : targets) {
      if (keyWeights.containsKey(target.provider())) {
        return true;
      }
    }
    return false;
  }

  private static double weight(DraftTarget target, Map<String, Double> keyWeights) {
    Double ofKey = keyWeights.get(target.provider());
    if (ofKey != null) {
      return ofKey;
    }
    Double own = target.target().config().weight();
    return own == null ? 1 : own;
  }
}

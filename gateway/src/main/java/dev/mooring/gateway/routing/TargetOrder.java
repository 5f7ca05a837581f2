package dev.mooring.gateway.routing;

import dev.mooring.affinity.Rendezvous;
import dev.mooring.gateway.config.ClientKeyConfig;
import dev.mooring.gateway.config.ModelConfig;
import dev.mooring.gateway.config.ModelConfig.TargetConfig;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * In which order targets are tried: as written; drawn by weight where any has one, from the session
 * so that every node draws the same; and before either, the request's {@code order}.
 */
final class TargetOrder {
  private final RandomGenerator random;

  TargetOrder(RandomGenerator random) {
    this.random = random;
  }

  List<TargetConfig> of(ModelConfig model, List<TargetConfig> eligible, PlanRequest request) {
    ClientKeyConfig key = request.caller().key();
    Map<String, Double> keyWeights = key == null ? Map.of() : key.weights();
    boolean weighted =
        model.weighted()
            || eligible.stream().anyMatch(target -> keyWeights.containsKey(target.provider()));
    List<TargetConfig> ordered = weighted ? draw(eligible, keyWeights, request) : eligible;
    return asked(ordered, request.options().order());
  }

  private List<TargetConfig> draw(
      List<TargetConfig> targets, Map<String, Double> keyWeights, PlanRequest request) {
    var session = request.session();
    return session == null
        ? Rendezvous.draw(random, targets, target -> weight(target, keyWeights))
        : Rendezvous.order(
            session.key().head(),
            targets,
            target -> target.provider() + '/' + target.model(),
            target -> weight(target, keyWeights));
  }

  private static double weight(TargetConfig target, Map<String, Double> keyWeights) {
    Double ofKey = keyWeights.get(target.provider());
    if (ofKey != null) {
      return ofKey;
    }
    Double own = target.weight();
    return own == null ? 1 : own;
  }

  private static List<TargetConfig> asked(List<TargetConfig> targets, List<String> order) {
    if (order.isEmpty()) {
      return targets;
    }
    List<TargetConfig> sorted = new ArrayList<>(targets);
    sorted.sort(
        Comparator.comparingInt(
            target -> {
              int at = order.indexOf(target.provider());
              return at < 0 ? Integer.MAX_VALUE : at;
            }));
    return sorted;
  }
}

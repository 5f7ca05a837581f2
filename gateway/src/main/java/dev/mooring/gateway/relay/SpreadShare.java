package dev.mooring.gateway.relay;

import dev.mooring.gateway.config.ModelConfig.TargetConfig;
import dev.mooring.gateway.routing.ModelPlan;
import dev.mooring.gateway.routing.PlanCandidate;
import java.util.HashSet;
import java.util.Set;

/**
 * How often a gateway that remembers nothing would meet the cache that served, drawing each turn's
 * account by the configured weights: the counterfactual of docs/metrics.md.
 */
final class SpreadShare {
  private SpreadShare() {}

  /** The share, above 0 and at most 1; a target without a weight is always drawn. */
  static double of(ModelPlan plan, PlanCandidate served) {
    double targets = plan.model().weighted() ? targetShare(plan, served) : 1;
    double share = targets * credentialShare(plan, served);
    return share > 0 ? share : 1;
  }

  /** The share of the served provider's target among those of the plan. */
  private static double targetShare(ModelPlan plan, PlanCandidate served) {
    Set<String> planned = new HashSet<>();
    for (PlanCandidate candidate : plan.candidates()) {
      planned.add(name(candidate.provider(), candidate.upstreamModel()));
    }
    double all = 0;
    double own = 0;
    for (TargetConfig target : plan.model().targets()) {
      if (planned.contains(name(target.provider(), target.model()))) {
        Double weight = target.weight();
        double counted = weight == null ? 1 : weight;
        all += counted;
        own += target.provider().equals(served.provider()) ? counted : 0;
      }
    }
    return all > 0 ? own / all : 1;
  }

  /** The share of the served cache's credentials among those of its provider. */
  private static double credentialShare(ModelPlan plan, PlanCandidate served) {
    double all = 0;
    double own = 0;
    for (PlanCandidate candidate : plan.candidates()) {
      if (candidate.provider().equals(served.provider())
          && candidate.upstreamModel().equals(served.upstreamModel())
          && candidate.byok() == served.byok()) {
        double weight = candidate.account().weight();
        all += weight;
        own += candidate.cacheScope().equals(served.cacheScope()) ? weight : 0;
      }
    }
    return all > 0 ? own / all : 1;
  }

  private static String name(String provider, String model) {
    return provider + '/' + model;
  }
}

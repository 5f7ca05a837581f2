package dev.mooring.gateway.relay;

import dev.mooring.affinity.PinState;
import dev.mooring.affinity.Promotion;
import dev.mooring.affinity.Session;
import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.routing.PlanCandidate;
import dev.mooring.gateway.routing.RoutingTrail;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a request would go now, and why.
 *
 * @param session the session that it belongs to; null where the route has none
 * @param promptTokens the estimated size of its prompt
 * @param trail a line of each stage, for each model
 * @param models the models in the order in which they would be tried; empty where it would be
 *     refused before
 * @param error what it would be refused with; null where it would be tried
 */
public record Explanation(
    @Nullable Session session,
    int promptTokens,
    List<RoutingTrail.Line> trail,
    List<ModelExplanation> models,
    @Nullable ApiError error) {

  /**
   * One model's part.
   *
   * @param model the gateway's id of the model
   * @param pin what the session remembers of it
   * @param promotion the plan after affinity and continuity
   * @param reasoning as answers tell it in {@code planningReasoning}
   * @param inputCosts in USD, the prompt alone, a candidate each in the order of the plan; null
   *     where the model has no price
   */
  public record ModelExplanation(
      String model,
      PinState pin,
      Promotion<PlanCandidate> promotion,
      String reasoning,
      List<@Nullable Double> inputCosts) {}
}

package dev.mooring.gateway.routing;

import dev.mooring.gateway.config.ModelConfig;
import dev.mooring.gateway.config.ModelConfig.Price;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who may serve one model, in routing's order: before affinity, after all filters.
 *
 * @param model the model
 * @param candidates at least one
 * @param weighted whether its targets were drawn by weight
 * @param rule the name of the rule whose targets they are; null where they are the model's own
 * @param sorting how the request's {@code sort} ordered the targets; null when it asked for none
 */
public record ModelPlan(
    ModelConfig model,
    List<PlanCandidate> candidates,
    boolean weighted,
    @Nullable String rule,
    @Nullable Sorting sorting) {

  /** What the tokens of a candidate cost; null where neither its target nor the model says so. */
  public @Nullable Price price(PlanCandidate candidate) {
    return candidate.price() == null ? model.price() : candidate.price();
  }

  /** The same plan with other candidates. */
  public ModelPlan with(List<PlanCandidate> others) {
    return new ModelPlan(model, others, weighted, rule, sorting);
  }
}

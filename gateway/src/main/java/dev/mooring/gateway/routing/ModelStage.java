package dev.mooring.gateway.routing;

import dev.mooring.gateway.config.ModelConfig;

/**
 * The model that was asked for, found by its id, an alias or a provider's name: its own targets.
 */
final class ModelStage implements Stage {
  @Override
  public String name() {
    return "model";
  }

  @Override
  public void apply(Draft draft) {
    ModelConfig model = draft.model();
    draft.route(draft.catalog().targets(model));
    var targets = draft.targets();
    draft.note(() -> model.id() + " has targets " + targets);
  }
}

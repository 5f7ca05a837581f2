package dev.mooring.gateway.routing;

import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.config.Capability;
import dev.mooring.gateway.config.ModelConfig;
import java.util.Set;
import java.util.TreeSet;

/**
 * The request's {@code has}: only targets that are known to have all that it asks for. A target of
 * which nothing is known has nothing.
 */
final class CapabilityStage implements Stage {
  @Override
  public String name() {
    return "has";
  }

  @Override
  public void apply(Draft draft) {
    Set<Capability> asked = draft.request().options().has();
    if (asked.isEmpty()) {
      return;
    }
    ModelConfig model = draft.model();
    var before = draft.keep(target -> of(target, model).containsAll(asked));
    var left = draft.targets();
    if (left.isEmpty()) {
      Set<String> known = new TreeSet<>();
      for (DraftTarget target : before) {
        of(target, model).forEach(capability -> known.add(capability.wireName()));
      }
      throw new UnplannableException(
          ApiError.invalid(
              "providerOptions.gateway.has",
              "No provider of model '"
                  + model.id()
                  + "' has all that is asked for. Providers considered: "
                  + Draft.providers(before)
                  + ". Capabilities known of them: "
                  + (known.isEmpty() ? "none" : String.join(", ", known))
                  + "."));
    }
    draft.note(() -> "targets that have all of it: " + left);
  }

  private static Set<Capability> of(DraftTarget target, ModelConfig model) {
    Set<Capability> own = target.target().config().capabilities();
    return own == null ? model.capabilities() : own;
  }
}

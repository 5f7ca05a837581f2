package dev.mooring.gateway.routing;

import dev.mooring.gateway.api.ApiError;
import java.util.List;

/** The request's {@code only}: an allow-list of providers. */
final class OnlyStage implements Stage {
  @Override
  public String name() {
    return "only";
  }

  @Override
  public void apply(Draft draft) {
    List<String> only = draft.request().options().only();
    if (only == null) {
      return;
    }
    var before = draft.keep(target -> only.contains(target.provider()));
    var left = draft.targets();
    if (left.isEmpty()) {
      throw new UnplannableException(
          ApiError.invalid(
              "providerOptions.gateway.only",
              "No allowed providers available. Available providers are: "
                  + Draft.providers(before)
                  + "."));
    }
    draft.tell(() -> "Provider set restricted to: " + Draft.providers(left) + ".");
  }
}

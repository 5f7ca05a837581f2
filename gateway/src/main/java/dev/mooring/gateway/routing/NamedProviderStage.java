package dev.mooring.gateway.routing;

import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.config.ClientKeyConfig;

/**
 * The provider that a request names with its model: {@code bedrock/claude-sonnet-5}, where that is
 * no model's id, plans only that provider's candidates (contract, section 5, "Promotion").
 */
final class NamedProviderStage implements Stage {
  @Override
  public String name() {
    return "provider";
  }

  @Override
  public void apply(Draft draft) {
    String named = draft.namedProvider();
    if (named == null) {
      return;
    }
    ClientKeyConfig key = draft.request().caller().key();
    if (key != null && !new KeyRules(key).provider(named)) {
      throw new UnplannableException(
          ApiError.notAllowed("This key may not use provider '" + named + "'."));
    }
    var before = draft.keep(target -> target.provider().equals(named));
    if (draft.targets().isEmpty()) {
      throw new UnplannableException(
          ApiError.invalid(
              "model",
              "Provider '"
                  + named
                  + "' does not serve this request for model '"
                  + draft.model().id()
                  + "'. Available providers are: "
                  + Draft.providers(before)
                  + "."));
    }
    draft.note(() -> "the request names provider " + named);
  }
}

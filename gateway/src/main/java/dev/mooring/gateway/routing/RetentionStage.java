package dev.mooring.gateway.routing;

import dev.mooring.gateway.api.ApiError;

/** The request's {@code zeroDataRetention}: only providers that promise to keep nothing. */
final class RetentionStage implements Stage {
  @Override
  public String name() {
    return "zeroDataRetention";
  }

  @Override
  public void apply(Draft draft) {
    if (!draft.request().options().zeroDataRetention()) {
      return;
    }
    var before = draft.keep(target -> target.target().upstream().config().zeroDataRetention());
    var left = draft.targets();
    if (left.isEmpty()) {
      throw new UnplannableException(
          ApiError.invalid(
              "providerOptions.gateway.zeroDataRetention",
              "No ZDR (Zero Data Retention) providers available for model: "
                  + draft.model().id()
                  + ". Providers considered: "
                  + Draft.providers(before)
                  + "."));
    }
    draft.note(() -> "providers that keep no data: " + Draft.providers(left));
  }
}

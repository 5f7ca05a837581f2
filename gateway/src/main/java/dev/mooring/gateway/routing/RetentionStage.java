package dev.mooring.gateway.routing;

import dev.mooring.gateway.api.ApiError;
import java.util.List;

/**
 * The request's {@code zeroDataRetention}: only providers that promise to keep nothing, and of them
 * only those with a credential of the system's, since the caller's own promise nothing.
 */
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
    List<DraftTarget> before =
        draft.keep(
            target ->
                target.target().upstream().config().zeroDataRetention()
                    && !target.candidates().isEmpty());
    List<DraftTarget> left = draft.targets();
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
    int own = 0;
    for (DraftTarget target : before) {
      own += draft.ownKeys(target.provider()).size();
    }
    int all = own + attempts(before);
    draft.tell(() -> "ZDR requested: " + all + " attempts → " + attempts(left) + " ZDR attempts.");
  }

  private static int attempts(List<DraftTarget> targets) {
    int attempts = 0;
    for (DraftTarget target : targets) {
      attempts += target.candidates().size();
    }
    return attempts;
  }
}

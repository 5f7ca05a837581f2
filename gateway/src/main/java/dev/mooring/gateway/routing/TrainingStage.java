package dev.mooring.gateway.routing;

import dev.mooring.gateway.api.ApiError;
import java.util.ArrayList;
import java.util.List;

/**
 * The request's {@code disallowPromptTraining}: only providers that do not train on prompts. The
 * caller's own credentials stay, since their terms are the caller's.
 */
final class TrainingStage implements Stage {
  @Override
  public String name() {
    return "promptTraining";
  }

  @Override
  public void apply(Draft draft) {
    if (!draft.request().options().disallowPromptTraining()) {
      return;
    }
    boolean ownStay = !draft.request().options().zeroDataRetention();
    List<DraftTarget> before = draft.targets();
    List<DraftTarget> left = new ArrayList<>(before.size());
    for (DraftTarget target : before) {
      if (!target.target().upstream().config().promptTraining()) {
        left.add(target);
      } else if (ownStay && !draft.ownKeys(target.provider()).isEmpty()) {
        left.add(target.with(List.of()));
      }
    }
    if (left.isEmpty()) {
      throw new UnplannableException(
          ApiError.invalid(
              "providerOptions.gateway.disallowPromptTraining",
              "No providers that do not train on prompts available for model: "
                  + draft.model().id()
                  + ". Providers considered: "
                  + Draft.providers(before)
                  + "."));
    }
    draft.targets(left);
    draft.note(() -> "providers that do not train on prompts: " + Draft.providers(left));
  }
}

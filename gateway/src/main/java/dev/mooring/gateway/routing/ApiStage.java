package dev.mooring.gateway.routing;

import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.config.ModelConfig;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * The API of the request: a turn is translated for a provider that does not speak it; all else goes
 * only where it is spoken.
 */
final class ApiStage implements Stage {
  @Override
  public String name() {
    return "api";
  }

  @Override
  public void apply(Draft draft) {
    Api api = draft.request().api();
    if (api == null) {
      embedding(draft);
      return;
    }
    if (draft.request().translated()) {
      var all = draft.targets();
      draft.note(() -> served(all, api));
      return;
    }
    var before = draft.keep(target -> target.target().speaks(api));
    if (draft.targets().isEmpty()) {
      throw new UnplannableException(ApiError.invalid("model", unspoken(draft, api, before)));
    }
    var left = besides(draft, api);
    draft.note(() -> api.configName() + " is spoken by " + left);
  }

  /** Who gets the caller's own bytes, and who a translation of them. */
  private static String served(List<DraftTarget> targets, Api api) {
    List<DraftTarget> translated =
        targets.stream().filter(target -> !target.target().speaks(api)).toList();
    return translated.isEmpty()
        ? api.configName() + " is spoken by " + targets
        : api.configName() + " is translated for " + translated;
  }

  /** The targets left that have what stands beside an API. */
  private static List<DraftTarget> besides(Draft draft, Api api) {
    draft.keep(target -> target.target().upstream().hasSideRoutes());
    if (draft.targets().isEmpty()) {
      throw new UnplannableException(
          ApiError.invalid(
              "model",
              "Model '"
                  + draft.model().id()
                  + "' has no target that has more of "
                  + api.configName()
                  + " than "
                  + api.path()
                  + "."));
    }
    return draft.targets();
  }

  /** Of all that is no chat only embeddings are served, which only OpenAI's API has. */
  private static void embedding(Draft draft) {
    draft.keep(target -> target.target().upstream().config().type().openAiLike());
    ModelConfig model = draft.model();
    if (draft.targets().isEmpty()) {
      throw new UnplannableException(
          ApiError.invalid(
              "model", "Model '" + model.id() + "' has no target that serves embeddings."));
    }
  }

  private static String unspoken(Draft draft, Api api, List<DraftTarget> before) {
    Collection<String> spoken = new TreeSet<>();
    for (DraftTarget target : before) {
      for (Dialect other : target.target().dialects()) {
        spoken.add(
            other.path().isEmpty()
                ? other.configName()
                : other.configName() + " (" + other.path() + ")");
      }
    }
    return "Model '"
        + draft.model().id()
        + "' has no target that speaks "
        + api.configName()
        + " ("
        + api.path()
        + "): its targets speak "
        + String.join(", ", spoken)
        + ". Turns are translated for them; counting tokens and compaction are not.";
  }
}

package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.translate.model.Sampling;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields that choose tokens, as far as a model takes them.
 *
 * @param temperature from 0 to 1
 * @param stop none blank
 */
record SamplingFields(
    @Nullable Double temperature, @Nullable Double topP, @Nullable Long topK, List<String> stop) {

  /** What is left of what was asked. */
  static SamplingFields of(
      Sampling asked, ClaudeModel model, ThinkingPlan plan, WarningSink warnings) {
    foreign("presence_penalty", asked.presencePenalty(), warnings);
    foreign("frequency_penalty", asked.frequencyPenalty(), warnings);
    foreign("seed", asked.seed(), warnings);
    Double temperature = clamped(asked.temperature(), warnings);
    Double topP = asked.topP();
    Long topK = asked.topK();
    boolean thinking = plan.thinking() && !model.foreign();
    if (thinking || model.sampling() == ClaudeModel.Sampling.NONE) {
      String why = thinking ? "a thinking model does not take it" : "the model does not take it";
      dropped("temperature", temperature != null && temperature != 1, why, warnings);
      dropped("top_p", topP != null && topP != 1, why, warnings);
      dropped("top_k", topK != null, why, warnings);
      return new SamplingFields(null, null, null, stop(asked, warnings));
    }
    if (model.sampling() == ClaudeModel.Sampling.ONE && temperature != null && topP != null) {
      dropped("top_p", topP != 1, "the model takes temperature or top_p, not both", warnings);
      topP = null;
    }
    return new SamplingFields(temperature, topP, topK, stop(asked, warnings));
  }

  private static void foreign(String field, @Nullable Number asked, WarningSink warnings) {
    boolean matters = asked != null && (field.equals("seed") || asked.doubleValue() != 0);
    dropped(field, matters, "Anthropic's API has no such field", warnings);
  }

  private static void dropped(String field, boolean matters, String why, WarningSink warnings) {
    if (matters) {
      warnings.unsupported(field, why + ": it is left out");
    }
  }

  private static @Nullable Double clamped(@Nullable Double temperature, WarningSink warnings) {
    if (temperature == null || (temperature >= 0 && temperature <= 1)) {
      return temperature;
    }
    warnings.unsupported("temperature", "Anthropic's API takes 0 to 1: the nearer of them is sent");
    return temperature < 0 ? 0.0 : 1.0;
  }

  private static List<String> stop(Sampling asked, WarningSink warnings) {
    List<String> stop = asked.stop().stream().filter(text -> !text.isBlank()).toList();
    dropped(
        "stop", stop.size() < asked.stop().size(), "Anthropic's API takes no blank one", warnings);
    return stop;
  }
}

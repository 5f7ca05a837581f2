package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Writes how much the model is to think, as each provider wants to hear it. */
final class ThinkingWriter {
  private ThinkingWriter() {}

  /** Writes the fields; none where nothing is asked. */
  static void write(JsonGenerator json, Flavor flavor, Body body, ReasoningRequest asked)
      throws IOException {
    if (asked.effort() == null && asked.budgetTokens() == null && !asked.adaptive()) {
      return;
    }
    switch (flavor) {
      case DEEPSEEK, MOONSHOT -> {
        if (body.begins("thinking")) {
          json.writeStartObject();
          json.writeStringField("type", asked.off() ? "disabled" : "enabled");
          json.writeEndObject();
        }
      }
      case ALIBABA -> {
        body.flag("enable_thinking", !asked.off());
        if (!asked.off()) {
          body.whole("thinking_budget", asked.budgetTokens());
        }
      }
      case OPENAI, MISTRAL, OPEN_MODELS, CLAUDE, COMPATIBLE ->
          body.text("reasoning_effort", effort(asked));
    }
  }

  /** The word for how hard to think; null leaves it to the provider. */
  private static @Nullable String effort(ReasoningRequest asked) {
    if (asked.effort() == null) {
      return asked.budgetTokens() == null ? null : effort(asked.budgetTokens());
    }
    return switch (asked.effort()) {
      case NONE -> "none";
      case MINIMAL -> "minimal";
      case LOW -> "low";
      case MEDIUM -> "medium";
      case HIGH -> "high";
      case XHIGH, MAX -> "xhigh";
    };
  }

  /** The word for a budget in tokens. */
  private static String effort(long budget) {
    if (budget == 0) {
      return "none";
    }
    return budget <= 2048 ? "low" : budget <= 16_384 ? "medium" : "high";
  }
}

package dev.mooring.gateway.translate.chat;

import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.ReasoningRequest.Effort;
import org.jspecify.annotations.Nullable;

/**
 * Reads how much the model is to think: OpenAI's {@code reasoning_effort}, OpenRouter's {@code
 * reasoning}, {@code thinking} as DeepSeek, Moonshot and Z.ai have it, Alibaba's {@code
 * enable_thinking}.
 */
final class ReasoningFields {
  private ReasoningFields() {}

  /** What a body asks for, or null. */
  static @Nullable ReasoningRequest read(JsonField body) {
    JsonField reasoning = body.get("reasoning");
    JsonField thinking = body.get("thinking");
    JsonField effort = body.get("reasoning_effort");
    Effort word = effort(effort.present() ? effort : reasoning.get("effort"));
    Long budget = first(reasoning.get("max_tokens"), thinking.get("budget_tokens"), body);
    Boolean on = on(body.get("enable_thinking"), reasoning.get("enabled"), thinking.get("type"));
    if (Boolean.FALSE.equals(on)) {
      word = Effort.NONE;
    }
    boolean adaptive = Boolean.TRUE.equals(on) && word == null && budget == null;
    String summary = reasoning.get("summary").text();
    return word == null && budget == null && !adaptive && summary == null
        ? null
        : new ReasoningRequest(word, budget, adaptive, summary);
  }

  private static @Nullable Long first(JsonField one, JsonField other, JsonField body) {
    Long budget = one.present() ? one.whole() : other.whole();
    return budget == null ? body.get("thinking_budget").whole() : budget;
  }

  /** Whether thinking is switched on or off, where that is said. */
  private static @Nullable Boolean on(JsonField flag, JsonField other, JsonField type) {
    Boolean told = flag.present() ? flag.flag() : other.flag();
    if (told != null || !type.present()) {
      return told;
    }
    return !type.is("disabled");
  }

  private static @Nullable Effort effort(JsonField field) {
    String word = field.text();
    if (word == null) {
      return null;
    }
    return switch (word) {
      case "none" -> Effort.NONE;
      case "minimal" -> Effort.MINIMAL;
      case "low" -> Effort.LOW;
      case "medium" -> Effort.MEDIUM;
      case "high" -> Effort.HIGH;
      case "xhigh" -> Effort.XHIGH;
      case "max" -> Effort.MAX;
      default -> throw field.wrong("none, minimal, low, medium, high or xhigh");
    };
  }
}

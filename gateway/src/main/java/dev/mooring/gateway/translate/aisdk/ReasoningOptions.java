package dev.mooring.gateway.translate.aisdk;

import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.ReasoningRequest.Effort;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How much the model is to think, of all the places that say so. The options of the family that the
 * model's name points to win over the call's own level, that over the options of other families.
 */
final class ReasoningOptions {
  private final String model;
  private final @Nullable ReasoningRequest level;
  private @Nullable String summary;
  private @Nullable ReasoningRequest openai;
  private @Nullable ReasoningRequest anthropic;
  private @Nullable ReasoningRequest google;
  private @Nullable Effort effort;

  /** Begins with the call's own level. */
  ReasoningOptions(JsonField body) {
    String named = body.get("model").text();
    this.model = named == null ? "" : named.toLowerCase(Locale.ROOT);
    this.level = ofEffort(effort(body.get("reasoning").text()));
  }

  /** OpenAI's {@code reasoningEffort}. */
  void openAiEffort(@Nullable String word) {
    openai = ofEffort(effort(word));
  }

  /** OpenAI's {@code reasoningSummary}. */
  void summary(@Nullable String word) {
    summary = word;
  }

  /** Anthropic's {@code effort}. */
  void anthropicEffort(@Nullable String word) {
    effort = effort(word);
  }

  /** Anthropic's {@code thinking}, and Bedrock's {@code reasoningConfig}. */
  void thinking(JsonField thinking) {
    String type = thinking.get("type").text();
    if (type == null) {
      return;
    }
    Effort own = effort(thinking.get("maxReasoningEffort").text());
    Long budget = thinking.get("budgetTokens").whole();
    anthropic =
        switch (type) {
          case "disabled" -> new ReasoningRequest(Effort.NONE, null, false, null);
          case "adaptive" -> new ReasoningRequest(own, null, true, null);
          default -> new ReasoningRequest(own, budget, false, null);
        };
  }

  /** Gemini's {@code thinkingConfig}. */
  void thinkingConfig(JsonField config) {
    if (!config.present()) {
      return;
    }
    Effort own = effort(config.get("thinkingLevel").text());
    Long budget = config.get("thinkingBudget").whole();
    boolean adaptive = budget != null && budget < 0;
    String told = Boolean.TRUE.equals(config.get("includeThoughts").flag()) ? "auto" : null;
    google = new ReasoningRequest(own, adaptive ? null : budget, adaptive, told);
  }

  /** What is asked; null for nothing. */
  @Nullable ReasoningRequest request() {
    ReasoningRequest claude = withEffort(anthropic);
    ReasoningRequest chosen = null;
    if (model.contains("claude") || model.contains("anthropic")) {
      chosen = claude;
    } else if (model.contains("gemini") || model.contains("google")) {
      chosen = google;
    } else if (model.contains("gpt") || model.contains("openai")) {
      chosen = openai;
    }
    ReasoningRequest asked = first(chosen, level, openai, claude, google);
    if (summary == null) {
      return asked;
    }
    return asked == null
        ? new ReasoningRequest(null, null, false, summary)
        : new ReasoningRequest(asked.effort(), asked.budgetTokens(), asked.adaptive(), summary);
  }

  private @Nullable ReasoningRequest withEffort(@Nullable ReasoningRequest thinking) {
    if (effort == null) {
      return thinking;
    }
    return thinking == null
        ? ofEffort(effort)
        : new ReasoningRequest(effort, thinking.budgetTokens(), thinking.adaptive(), null);
  }

  private static @Nullable ReasoningRequest first(@Nullable ReasoningRequest... places) {
    for (ReasoningRequest asked : places) {
      if (asked != null) {
        return asked;
      }
    }
    return null;
  }

  private static @Nullable ReasoningRequest ofEffort(@Nullable Effort effort) {
    return effort == null ? null : new ReasoningRequest(effort, null, false, null);
  }

  /** The effort that a word stands for; null for the provider's default, and for unknown words. */
  private static @Nullable Effort effort(@Nullable String word) {
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
      default -> null;
    };
  }
}

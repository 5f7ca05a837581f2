package dev.mooring.gateway.translate.gemini;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.WarningSink;

/**
 * {@code thinkingConfig}: a level for Gemini 3 and later, a budget of tokens for 2.5
 * (ai.google.dev, Gemini thinking, and the table of its OpenAI compatibility, 2026-08).
 */
final class GeminiThinking {
  private static final long LOW_BUDGET = 1024;
  private static final long MEDIUM_BUDGET = 8192;
  private static final long FLASH_MAX = 24_576;
  private static final long PRO_MAX = 32_768;
  private static final long PRO_MIN = 128;
  private static final long LITE_MIN = 512;

  private GeminiThinking() {}

  /** The configuration; empty where the model takes none. */
  static ObjectNode config(ReasoningRequest reasoning, GeminiModel model, WarningSink warnings) {
    ObjectNode config = JsonNodeFactory.instance.objectNode();
    if (!model.takesLevel() && !model.takesBudget()) {
      if (!reasoning.off()) {
        warnings.unsupported("reasoning", "left out: the model does not think");
      }
      return config;
    }
    if (!reasoning.off()) {
      config.put("includeThoughts", true);
    }
    if (model.takesLevel()) {
      level(config, reasoning, model, warnings);
    } else {
      budget(config, reasoning, model, warnings);
    }
    return config;
  }

  private static void level(
      ObjectNode config, ReasoningRequest reasoning, GeminiModel model, WarningSink warnings) {
    if (reasoning.off()) {
      warnings.unsupported("reasoning", "cannot be off for this model: set as low as it goes");
      config.put("thinkingLevel", model.lowestLevel());
      return;
    }
    if (reasoning.effort() != null) {
      config.put("thinkingLevel", word(reasoning.effort(), model));
    } else if (reasoning.budgetTokens() != null) {
      config.put("thinkingLevel", word(reasoning.budgetTokens()));
    }
  }

  private static String word(ReasoningRequest.Effort effort, GeminiModel model) {
    return switch (effort) {
      case NONE, MINIMAL -> model.lowestLevel();
      case LOW -> "low";
      case MEDIUM -> "medium";
      case HIGH, XHIGH, MAX -> "high";
    };
  }

  private static String word(long budget) {
    return budget <= 2 * LOW_BUDGET ? "low" : budget <= 2 * MEDIUM_BUDGET ? "medium" : "high";
  }

  private static void budget(
      ObjectNode config, ReasoningRequest reasoning, GeminiModel model, WarningSink warnings) {
    long max = model.pro() ? PRO_MAX : FLASH_MAX;
    if (reasoning.off()) {
      if (model.pro()) {
        warnings.unsupported("reasoning", "cannot be off for this model: set as low as it goes");
      }
      config.put("thinkingBudget", model.pro() ? PRO_MIN : 0);
      return;
    }
    if (reasoning.budgetTokens() != null) {
      long min = model.pro() ? PRO_MIN : model.lite() ? LITE_MIN : 1;
      config.put("thinkingBudget", Math.max(min, Math.min(max, reasoning.budgetTokens())));
    } else if (reasoning.effort() != null) {
      config.put("thinkingBudget", tokens(reasoning.effort(), max));
    } else if (reasoning.adaptive()) {
      config.put("thinkingBudget", -1);
    }
  }

  private static long tokens(ReasoningRequest.Effort effort, long max) {
    return switch (effort) {
      case NONE -> 0;
      case MINIMAL, LOW -> LOW_BUDGET;
      case MEDIUM -> MEDIUM_BUDGET;
      case HIGH -> FLASH_MAX;
      case XHIGH, MAX -> max;
    };
  }
}

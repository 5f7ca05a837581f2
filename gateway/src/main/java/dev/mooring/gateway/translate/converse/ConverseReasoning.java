package dev.mooring.gateway.translate.converse;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.ReasoningRequest.Effort;
import dev.mooring.gateway.translate.model.WarningSink;
import org.jspecify.annotations.Nullable;

/**
 * How a model is asked to think: each vendor has fields of its own, in {@code
 * additionalModelRequestFields}.
 */
final class ConverseReasoning {
  private static final long LEAST_BUDGET = 1024;

  /** From here on Claude decides how much it thinks. */
  private static final int ADAPTIVE = 406;

  /** From here on it does not take a budget any more. */
  private static final int ADAPTIVE_ONLY = 407;

  /** From here on it thinks at all. */
  private static final int THINKING = 307;

  private final ConverseModel model;
  private final WarningSink warnings;

  ConverseReasoning(ConverseModel model, WarningSink warnings) {
    this.model = model;
    this.warnings = warnings;
  }

  /**
   * Puts the fields.
   *
   * @param maxTokens the limit of the whole output, or null
   * @return the limit that the output must have for it; null where none is needed
   */
  @Nullable Long put(ReasoningRequest reasoning, ObjectNode fields, @Nullable Long maxTokens) {
    if (reasoning.off()) {
      return maxTokens;
    }
    if (model.claude() >= ADAPTIVE && !budgeted(reasoning)) {
      adaptive(reasoning, fields);
    } else if (model.claude() >= THINKING) {
      return budget(reasoning, fields, maxTokens);
    } else if (model.vendor().equals("openai")) {
      fields.put("reasoning_effort", threeWords(reasoning));
    } else if (model.isNova() && model.name().startsWith("nova-2")) {
      fields
          .putObject("reasoningConfig")
          .put("type", "enabled")
          .put("maxReasoningEffort", threeWords(reasoning));
    } else {
      warnings.unsupported("reasoning", "left out: not known how this model is asked to think");
    }
    return maxTokens;
  }

  /** Whether Claude is asked for a budget. */
  private boolean budgeted(ReasoningRequest reasoning) {
    return reasoning.budgetTokens() != null
        && !reasoning.adaptive()
        && model.claude() < ADAPTIVE_ONLY;
  }

  private void adaptive(ReasoningRequest reasoning, ObjectNode fields) {
    fields.putObject("thinking").put("type", "adaptive");
    if (reasoning.effort() != null || reasoning.budgetTokens() != null) {
      fields.putObject("output_config").put("effort", word(reasoning));
    }
  }

  private @Nullable Long budget(
      ReasoningRequest reasoning, ObjectNode fields, @Nullable Long maxTokens) {
    long wanted = Math.max(LEAST_BUDGET, tokens(reasoning));
    if (maxTokens != null && maxTokens <= LEAST_BUDGET) {
      warnings.unsupported(
          "reasoning", "left out: the output's limit leaves no room for it (expected: over 1024)");
      return maxTokens;
    }
    long budget = maxTokens == null ? wanted : Math.min(wanted, maxTokens - 1);
    fields.putObject("thinking").put("type", "enabled").put("budget_tokens", budget);
    return maxTokens == null ? Long.valueOf(budget + 4 * LEAST_BUDGET) : maxTokens;
  }

  private static long tokens(ReasoningRequest reasoning) {
    if (reasoning.budgetTokens() != null) {
      return reasoning.budgetTokens();
    }
    return switch (reasoning.effort() == null ? Effort.MEDIUM : reasoning.effort()) {
      case NONE, MINIMAL -> LEAST_BUDGET;
      case LOW -> 4 * LEAST_BUDGET;
      case MEDIUM -> 8 * LEAST_BUDGET;
      case HIGH -> 16 * LEAST_BUDGET;
      case XHIGH, MAX -> 32 * LEAST_BUDGET;
    };
  }

  private String word(ReasoningRequest reasoning) {
    if (reasoning.effort() == null) {
      return threeWords(reasoning);
    }
    return switch (reasoning.effort()) {
      case NONE, MINIMAL, LOW -> "low";
      case MEDIUM -> "medium";
      case HIGH -> "high";
      case XHIGH -> model.claude() >= ADAPTIVE_ONLY ? "xhigh" : "high";
      case MAX -> "max";
    };
  }

  /** For who knows three words only. */
  private static String threeWords(ReasoningRequest reasoning) {
    if (reasoning.effort() == null) {
      long tokens = tokens(reasoning);
      return tokens <= 4 * LEAST_BUDGET ? "low" : tokens <= 16 * LEAST_BUDGET ? "medium" : "high";
    }
    return switch (reasoning.effort()) {
      case NONE, MINIMAL, LOW -> "low";
      case MEDIUM -> "medium";
      case HIGH, XHIGH, MAX -> "high";
    };
  }
}

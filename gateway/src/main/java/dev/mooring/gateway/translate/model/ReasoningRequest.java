package dev.mooring.gateway.translate.model;

import org.jspecify.annotations.Nullable;

/**
 * How much the model is to think.
 *
 * @param effort a word for it, or null
 * @param budgetTokens tokens for it, or null
 * @param adaptive whether the model itself decides whether and how much (Anthropic's {@code
 *     adaptive})
 * @param summary whether to tell the thoughts, as OpenAI's {@code auto}, {@code concise}, {@code
 *     detailed}; null for the default
 */
public record ReasoningRequest(
    @Nullable Effort effort,
    @Nullable Long budgetTokens,
    boolean adaptive,
    @Nullable String summary) {

  /** How hard, from not at all on. */
  public enum Effort {
    NONE,
    MINIMAL,
    LOW,
    MEDIUM,
    HIGH,
    XHIGH,
    MAX
  }

  /** Whether thinking is switched off. */
  public boolean off() {
    return effort == Effort.NONE || (budgetTokens != null && budgetTokens == 0);
  }
}

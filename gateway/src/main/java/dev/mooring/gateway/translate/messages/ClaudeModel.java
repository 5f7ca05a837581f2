package dev.mooring.gateway.translate.messages;

import java.util.List;
import java.util.Locale;

/**
 * What a model that is called through Messages can do (platform.claude.com, "Models overview",
 * "Adaptive thinking", "Structured outputs", 2026-08).
 *
 * @param namePart what its name holds; the first in the list that fits counts
 * @param maxOutput the most output tokens that it takes, thinking included; {@link Long#MAX_VALUE}
 *     where it is not known
 * @param defaultOutput the output tokens to ask for where the caller names none
 * @param thinking how it is made to think
 * @param sampling which of temperature, {@code top_p} and {@code top_k} it takes
 * @param schemas whether it can be held to a JSON schema, in its answer and in its calls
 */
record ClaudeModel(
    String namePart,
    long maxOutput,
    long defaultOutput,
    Thinking thinking,
    Sampling sampling,
    boolean schemas) {

  /** How a model is made to think. */
  enum Thinking {
    /** It cannot think. */
    NONE,
    /** By a budget of tokens. */
    BUDGET,
    /** By a budget, or as it likes, steered by {@code output_config.effort}. */
    BOTH,
    /** As it likes only. */
    ADAPTIVE
  }

  /** Which fields choose its tokens. */
  enum Sampling {
    /** All of them. */
    ALL,
    /** Temperature or {@code top_p}, not both. */
    ONE,
    /** None. */
    NONE
  }

  private static final long DEFAULT = 32_000;

  private static final List<ClaudeModel> MODELS =
      List.of(
          newest("claude-opus-5"),
          newest("claude-sonnet-5"),
          newest("claude-fable-5"),
          newest("claude-opus-4-8"),
          newest("claude-opus-4-7"),
          of("claude-opus-4-6", 128_000, Thinking.BOTH, true),
          of("claude-sonnet-4-6", 128_000, Thinking.BOTH, true),
          of("claude-opus-4-5", 64_000, Thinking.BUDGET, true),
          of("claude-sonnet-4-5", 64_000, Thinking.BUDGET, true),
          of("claude-haiku-4-5", 64_000, Thinking.BUDGET, true),
          of("claude-opus-4-1", 32_000, Thinking.BUDGET, true),
          of("claude-opus-4", 32_000, Thinking.BUDGET, false),
          of("claude-sonnet-4", 64_000, Thinking.BUDGET, false),
          of("claude-3-7-sonnet", 64_000, Thinking.BUDGET, false),
          of("claude-3-5", 8_192, Thinking.NONE, false),
          of("claude-3", 4_096, Thinking.NONE, false),
          of("claude-2", 4_096, Thinking.NONE, false),
          of("claude-instant", 4_096, Thinking.NONE, false),
          new ClaudeModel(
              "claude", Long.MAX_VALUE, DEFAULT, Thinking.ADAPTIVE, Sampling.NONE, true));

  /** Someone else's model behind Anthropic's API. */
  private static final ClaudeModel FOREIGN =
      new ClaudeModel("", Long.MAX_VALUE, 8_192, Thinking.BUDGET, Sampling.ALL, false);

  /** The model of a name, as any cloud writes it; a Claude that is not listed is a newer one. */
  static ClaudeModel of(String name) {
    String lower = name.toLowerCase(Locale.ROOT).replace('.', '-');
    for (ClaudeModel model : MODELS) {
      if (lower.contains(model.namePart)) {
        return model;
      }
    }
    return FOREIGN;
  }

  /** Whether it can be asked to decide itself how much to think. */
  boolean adaptive() {
    return thinking == Thinking.BOTH || thinking == Thinking.ADAPTIVE;
  }

  /** Whether it is none of Anthropic's. */
  boolean foreign() {
    return namePart.isEmpty();
  }

  private static ClaudeModel newest(String namePart) {
    return new ClaudeModel(namePart, 128_000, DEFAULT, Thinking.ADAPTIVE, Sampling.NONE, true);
  }

  private static ClaudeModel of(
      String namePart, long maxOutput, Thinking thinking, boolean schemas) {
    return new ClaudeModel(
        namePart, maxOutput, Math.min(maxOutput, DEFAULT), thinking, Sampling.ONE, schemas);
  }
}

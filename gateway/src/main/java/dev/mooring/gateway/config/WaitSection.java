package dev.mooring.gateway.config;

import java.time.Duration;

/** {@code affinity.wait}: when a large prompt waits rather than moves. */
final class WaitSection {
  private static final Field<Duration> MAX =
      Field.defaulted(
          "max", Values.duration(Duration.ZERO, Duration.ofSeconds(60)), Defaults.WAIT_MAX);
  private static final Field<Integer> MIN_PROMPT_TOKENS =
      Field.defaulted(
          "minPromptTokens", Values.count(0, 100_000_000), Defaults.WAIT_MIN_PROMPT_TOKENS);

  static final Section SECTION = Section.of(MAX, MIN_PROMPT_TOKENS);

  private WaitSection() {}

  /** Binds the section. */
  static WaitConfig bind(SectionReader in) {
    return new WaitConfig(in.get(MAX), in.get(MIN_PROMPT_TOKENS));
  }
}

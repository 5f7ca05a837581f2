package dev.mooring.gateway.config;

import dev.mooring.affinity.limit.Window;
import java.time.Duration;

/** {@code rateLimit} of a client key or a team. */
final class RateLimitSection {
  private static final long MOST = 1_000_000_000_000L;

  private static final Field<Long> REQUESTS =
      Field.optional("requests", Values.wholeNumber(0, MOST));
  private static final Field<Long> TOKENS = Field.optional("tokens", Values.wholeNumber(0, MOST));
  private static final Field<Duration> PER =
      Field.defaulted(
          "per",
          Values.duration(Duration.ofSeconds(1), Duration.ofDays(31)),
          Defaults.RATE_LIMIT_PER);

  static final Section SECTION = Section.of(REQUESTS, TOKENS, PER);

  private RateLimitSection() {}

  /** Binds the section. */
  static RateLimitConfig bind(SectionReader in) {
    if (!in.has(REQUESTS) && !in.has(TOKENS)) {
      in.refuse("limits nothing (expected: requests, tokens or both)");
    }
    return new RateLimitConfig(
        in.orNull(REQUESTS), in.orNull(TOKENS), new Window.Sliding(in.get(PER)));
  }
}

package dev.mooring.gateway.config;

import java.time.Duration;

/** {@code providers[].retry}: how one credential is retried. */
final class RetrySection {
  private static final ValueParser<Duration> BACKOFF =
      Values.duration(Duration.ZERO, Duration.ofSeconds(60));

  private static final Field<Integer> MAX_RETRIES =
      Field.defaulted("maxRetries", Values.count(0, 10), Defaults.MAX_RETRIES);
  private static final Field<Duration> INITIAL_BACKOFF =
      Field.defaulted("initialBackoff", BACKOFF, Defaults.INITIAL_BACKOFF);
  private static final Field<Duration> MAX_BACKOFF =
      Field.defaulted("maxBackoff", BACKOFF, Defaults.MAX_BACKOFF);

  static final Section SECTION = Section.of(MAX_RETRIES, INITIAL_BACKOFF, MAX_BACKOFF);

  private RetrySection() {}

  /** Binds the section. */
  static RetryConfig bind(SectionReader in) {
    RetryConfig retry =
        new RetryConfig(in.get(MAX_RETRIES), in.get(INITIAL_BACKOFF), in.get(MAX_BACKOFF));
    if (retry.initialBackoff().compareTo(retry.maxBackoff()) > 0) {
      in.refuse(
          INITIAL_BACKOFF,
          "is longer than maxBackoff (expected: at most " + Units.show(retry.maxBackoff()) + ")");
    }
    return retry;
  }

  /** What a provider has that says nothing of it. */
  static RetryConfig defaults() {
    return new RetryConfig(Defaults.MAX_RETRIES, Defaults.INITIAL_BACKOFF, Defaults.MAX_BACKOFF);
  }
}

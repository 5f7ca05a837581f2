package dev.mooring.gateway.config;

import java.time.Duration;

/** {@code health.rates}: from which rates of bad calls on a credential is degraded, or down. */
final class RatesSection {
  private static final ValueParser<Integer> PERCENT = Values.count(1, 100);

  private static final Field<Duration> WINDOW =
      Field.defaulted(
          "window",
          Values.duration(Duration.ofSeconds(5), Duration.ofMinutes(10)),
          Defaults.HEALTH_WINDOW);
  private static final Field<Integer> MINIMUM_CALLS =
      Field.defaulted("minimumCalls", Values.count(2, 10_000), Defaults.HEALTH_MINIMUM_CALLS);
  private static final Field<Duration> SLOW_CALL =
      Field.defaulted(
          "slowCall",
          Values.duration(Duration.ofMillis(1), Duration.ofHours(1)),
          Defaults.HEALTH_SLOW_CALL);
  private static final Field<Integer> DEGRADED_FAILURE_RATE =
      Field.defaulted("degradedFailureRate", PERCENT, Defaults.HEALTH_DEGRADED_FAILURE_RATE);
  private static final Field<Integer> DEGRADED_SLOW_CALL_RATE =
      Field.defaulted("degradedSlowCallRate", PERCENT, Defaults.HEALTH_DEGRADED_SLOW_CALL_RATE);
  private static final Field<Integer> DOWN_FAILURE_RATE =
      Field.defaulted("downFailureRate", Values.count(0, 100), Defaults.HEALTH_DOWN_FAILURE_RATE);

  static final Section SECTION =
      Section.of(
          WINDOW,
          MINIMUM_CALLS,
          SLOW_CALL,
          DEGRADED_FAILURE_RATE,
          DEGRADED_SLOW_CALL_RATE,
          DOWN_FAILURE_RATE);

  private RatesSection() {}

  /** Binds the section. */
  static RatesConfig bind(SectionReader in) {
    return new RatesConfig(
        Duration.ofSeconds(in.get(WINDOW).toSeconds()),
        in.get(MINIMUM_CALLS),
        in.get(SLOW_CALL),
        in.get(DEGRADED_FAILURE_RATE),
        in.get(DEGRADED_SLOW_CALL_RATE),
        in.get(DOWN_FAILURE_RATE));
  }
}

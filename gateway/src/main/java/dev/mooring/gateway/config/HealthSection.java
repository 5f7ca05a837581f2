package dev.mooring.gateway.config;

import java.time.Duration;

/** {@code health}: when a credential counts as down. */
final class HealthSection {
  private static final ValueParser<Duration> TIME =
      Values.duration(Duration.ofMillis(1), Duration.ofHours(1));

  private static final Field<Integer> FAILURES =
      Field.defaulted("failures", Values.count(1, 1000), Defaults.HEALTH_FAILURES);
  private static final Field<Duration> INITIAL_DOWN =
      Field.defaulted("initialDown", TIME, Defaults.HEALTH_INITIAL_DOWN);
  private static final Field<Duration> MAX_DOWN =
      Field.defaulted("maxDown", TIME, Defaults.HEALTH_MAX_DOWN);
  private static final Field<Duration> REJECTED_DOWN =
      Field.defaulted("rejectedDown", TIME, Defaults.HEALTH_REJECTED_DOWN);

  private static final Field<SectionReader> RATES = Field.section("rates", RatesSection.SECTION);

  static final Section SECTION = Section.of(FAILURES, INITIAL_DOWN, MAX_DOWN, REJECTED_DOWN, RATES);

  private HealthSection() {}

  /** Binds the section. */
  static HealthConfig bind(SectionReader in) {
    HealthConfig health =
        new HealthConfig(
            in.get(FAILURES),
            in.get(INITIAL_DOWN),
            in.get(MAX_DOWN),
            in.get(REJECTED_DOWN),
            RatesSection.bind(in.within(RATES)));
    if (health.initialDown().compareTo(health.maxDown()) > 0) {
      in.refuse(
          INITIAL_DOWN,
          "is longer than maxDown (expected: at most " + Units.show(health.maxDown()) + ")");
    }
    return health;
  }
}

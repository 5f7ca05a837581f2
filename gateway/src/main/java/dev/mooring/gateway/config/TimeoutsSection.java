package dev.mooring.gateway.config;

import java.time.Duration;

/** {@code providers[].timeouts}: how long an upstream is waited for. */
final class TimeoutsSection {
  private static final ValueParser<Duration> TIME =
      Values.duration(Duration.ofMillis(1), Duration.ofHours(1));

  private static final Field<Duration> CONNECT =
      Field.defaulted("connect", TIME, Defaults.CONNECT_TIMEOUT);
  private static final Field<Duration> FIRST_BYTE =
      Field.defaulted("firstByte", TIME, Defaults.FIRST_BYTE_TIMEOUT);
  private static final Field<Duration> IDLE = Field.defaulted("idle", TIME, Defaults.IDLE_TIMEOUT);

  static final Section SECTION = Section.of(CONNECT, FIRST_BYTE, IDLE);

  private TimeoutsSection() {}

  /** Binds the section. */
  static TimeoutsConfig bind(SectionReader in) {
    return new TimeoutsConfig(in.get(CONNECT), in.get(FIRST_BYTE), in.get(IDLE));
  }

  /** What a provider has that says nothing of it. */
  static TimeoutsConfig defaults() {
    return new TimeoutsConfig(
        Defaults.CONNECT_TIMEOUT, Defaults.FIRST_BYTE_TIMEOUT, Defaults.IDLE_TIMEOUT);
  }
}

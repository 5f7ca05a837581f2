package dev.mooring.gateway.config;

import java.time.Duration;

/** {@code store.retention}: how long the record keeps what it is told. */
final class RetentionSection {
  private static final ValueParser<Duration> KEPT =
      Values.duration(Duration.ofMinutes(1), Duration.ofDays(3650));

  private static final Field<Duration> EVENTS =
      Field.defaulted("events", KEPT, Defaults.EVENTS_KEPT);
  private static final Field<Duration> SESSIONS =
      Field.defaulted("sessions", KEPT, Defaults.SESSIONS_KEPT);

  static final Section SECTION = Section.of(EVENTS, SESSIONS);

  private RetentionSection() {}

  /** Binds the section. */
  static RetentionConfig bind(SectionReader in) {
    return new RetentionConfig(in.get(EVENTS), in.get(SESSIONS));
  }
}

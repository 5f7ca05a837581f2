package dev.mooring.gateway.config;

import dev.mooring.gateway.config.LoggingConfig.Format;
import java.util.Map;
import java.util.TreeMap;

/** {@code logging}: the log. */
final class LoggingSection {
  private static final Field<Format> FORMAT =
      Field.defaulted(
          "format",
          Values.choice(new TreeMap<>(Map.of("text", Format.TEXT, "json", Format.JSON))),
          Format.TEXT);

  private static final Field<Boolean> SESSION_IDS =
      Field.defaulted("sessionIds", Values.flag(), Defaults.LOGGING_SESSION_IDS);

  private static final Field<Boolean> TRAIL =
      Field.defaulted("trail", Values.flag(), Defaults.LOGGING_TRAIL);

  static final Section SECTION = Section.of(FORMAT, SESSION_IDS, TRAIL);

  private LoggingSection() {}

  /** Binds the section. */
  static LoggingConfig bind(SectionReader in) {
    return new LoggingConfig(in.get(FORMAT), in.get(SESSION_IDS), in.get(TRAIL));
  }
}

package dev.mooring.affinity.limit;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;

/** The time over which uses are counted together. */
public sealed interface Window {
  /** A name for keys and messages: {@code month}, or the length in milliseconds. */
  String wireName();

  /** A period of the calendar, in UTC; a week begins on Monday. */
  enum Calendar implements Window {
    DAY,
    WEEK,
    MONTH;

    @Override
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** When the period begins that lies so many periods after the one of a time. */
    public Instant start(Instant time, int later) {
      LocalDate day = LocalDate.ofInstant(time, ZoneOffset.UTC);
      LocalDate first =
          switch (this) {
            case DAY -> day.plusDays(later);
            case WEEK ->
                day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)).plusWeeks(later);
            case MONTH -> day.withDayOfMonth(1).plusMonths(later);
          };
      return first.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
  }

  /**
   * The last so much time, whenever one looks. Uses are kept in steps: one counts for at least the
   * length and at most one step longer, so that no stretch of that length ever holds more than the
   * limit.
   *
   * @param length at least a second
   */
  record Sliding(Duration length) implements Window {
    /** How many steps a length has. */
    public static final int STEPS = 60;

    /** Checks the length. */
    public Sliding {
      if (length.compareTo(Duration.ofSeconds(1)) < 0) {
        throw new IllegalArgumentException("length: " + length + " (expected: 1 s or more)");
      }
    }

    @Override
    public String wireName() {
      return Long.toString(length.toMillis());
    }

    /** The length of a step in milliseconds. */
    public long stepMillis() {
      return (length.toMillis() + STEPS - 1) / STEPS;
    }
  }
}

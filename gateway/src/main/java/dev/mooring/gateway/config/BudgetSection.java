package dev.mooring.gateway.config;

import dev.mooring.affinity.limit.Window;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

/** {@code budget} of a client key or a team. */
final class BudgetSection {
  private static final double MOST_USD = 1_000_000;
  private static final Duration SHORTEST = Duration.ofMinutes(1);
  private static final Duration LONGEST = Duration.ofDays(366);

  private static final Field<Double> LIMIT_USD = Field.required("limitUsd", Values.amount(), 0.0);
  private static final Field<Window> PERIOD =
      Field.required("period", period(), Window.Calendar.MONTH);

  static final Section SECTION = Section.of(LIMIT_USD, PERIOD);

  private BudgetSection() {}

  /** Binds the section. */
  static BudgetConfig bind(SectionReader in) {
    double limit = in.get(LIMIT_USD);
    if (limit > MOST_USD) {
      in.refuse(LIMIT_USD, "is out of range (expected: 0 to 1000000)");
      limit = MOST_USD;
    }
    long nano =
        BigDecimal.valueOf(limit).movePointRight(9).setScale(0, RoundingMode.DOWN).longValueExact();
    return new BudgetConfig(nano, in.get(PERIOD));
  }

  /** {@code day}, {@code week} or {@code month} of the calendar, or a duration. */
  private static ValueParser<Window> period() {
    return (node, place) -> {
      String text = place.scalar(node).text();
      for (Window.Calendar calendar : Window.Calendar.values()) {
        if (calendar.wireName().equals(text)) {
          return calendar;
        }
      }
      try {
        return new Window.Sliding(Values.duration(SHORTEST, LONGEST).parse(node, place));
      } catch (RefusedValueException e) {
        throw new RefusedValueException(
            "'"
                + place.scalar(node).written()
                + "' is no period (expected: day, week or month of the calendar, or a duration"
                + " from 1m to 366d such as 30d)");
      }
    };
  }
}

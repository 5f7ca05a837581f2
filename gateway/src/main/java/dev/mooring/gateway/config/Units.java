package dev.mooring.gateway.config;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations and sizes as they are written: {@code 1h30m}, {@code 500ms}, {@code 64MiB}. */
final class Units {
  private static final Pattern DURATION =
      Pattern.compile(
          "(?:(\\d{1,9})d)?(?:(\\d{1,9})h)?(?:(\\d{1,9})m(?!s))?(?:(\\d{1,9})s)?(?:(\\d{1,9})ms)?");
  private static final Pattern SIZE = Pattern.compile("(\\d{1,18})(KiB|MiB|GiB)?");
  private static final Map<String, Integer> SHIFTS = Map.of("KiB", 10, "MiB", 20, "GiB", 30);

  private Units() {}

  /** Reads a duration of days, hours, minutes, seconds and milliseconds, in this order. */
  static Duration duration(String text) throws RefusedValueException {
    Matcher matcher = DURATION.matcher(text);
    if (text.isEmpty() || !matcher.matches()) {
      throw new RefusedValueException(
          "is not a duration (expected: such as 500ms, 60s, 5m, 1h30m)");
    }
    return Duration.ofDays(number(matcher, 1))
        .plusHours(number(matcher, 2))
        .plusMinutes(number(matcher, 3))
        .plusSeconds(number(matcher, 4))
        .plusMillis(number(matcher, 5));
  }

  /** Reads a size in bytes, or in KiB, MiB or GiB. */
  static long bytes(String text) throws RefusedValueException {
    Matcher matcher = SIZE.matcher(text);
    if (!matcher.matches()) {
      throw new RefusedValueException("is not a size (expected: bytes such as 67108864, or 64MiB)");
    }
    String unit = matcher.group(2);
    long number = Long.parseLong(matcher.group(1));
    int shift = unit == null ? 0 : SHIFTS.getOrDefault(unit, 0);
    if (number > Long.MAX_VALUE >> shift) {
      throw new RefusedValueException("is too large");
    }
    return number << shift;
  }

  /** A value as one would write it. */
  static String show(Object value) {
    if (value instanceof Duration duration) {
      return show(duration);
    }
    if (value instanceof Enum<?> constant) {
      return constant.name().toLowerCase(Locale.ROOT);
    }
    if (value instanceof Double number && number == Math.rint(number)) {
      return Long.toString(number.longValue());
    }
    String text = value.toString();
    return text.isEmpty() ? "\"\"" : text;
  }

  /** A duration in the largest unit that it is a whole number of. */
  private static String show(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 1000 != 0) {
      return millis + "ms";
    }
    long seconds = millis / 1000;
    if (seconds > 86_400 && seconds % 86_400 == 0) {
      return seconds / 86_400 + "d";
    }
    if (seconds >= 3600 && seconds % 3600 == 0) {
      return seconds / 3600 + "h";
    }
    return seconds > 120 && seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }

  /** The number in a group; 0 where it is not there. */
  private static long number(Matcher matcher, int group) {
    String digits = matcher.group(group);
    return digits == null ? 0 : Long.parseLong(digits);
  }
}

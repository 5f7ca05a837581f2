package dev.mooring.gateway.relay;

import io.vertx.core.MultiMap;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** How long a provider asks to wait, and how long we ask our callers to. */
final class RetryAfter {
  /** The longest that is asked of a caller; agents give up at once when it is more. */
  private static final long MAX_SECONDS = 60;

  private RetryAfter() {}

  /** Reads {@code retry-after-ms}, then {@code retry-after} in seconds or as a date. */
  static @Nullable Duration of(MultiMap headers, InstantSource clock) {
    Duration millis = number(headers.get("retry-after-ms"), 1);
    if (millis != null) {
      return millis;
    }
    String value = headers.get("retry-after");
    if (value == null) {
      return null;
    }
    Duration seconds = number(value, 1000);
    return seconds != null ? seconds : date(value.strip(), clock.instant());
  }

  /** Whether a {@code retry-after} says anything that a client could wait for. */
  static boolean isTold(@Nullable String value) {
    return value != null
        && (number(value, 1000) != null || date(value.strip(), Instant.EPOCH) != null);
  }

  /** The value of a header of ours: whole seconds, rounded up, from 1 to 60. */
  static String header(Duration wait) {
    long seconds = (wait.toMillis() + 999) / 1000;
    return Long.toString(Math.max(1, Math.min(MAX_SECONDS, seconds)));
  }

  private static @Nullable Duration number(@Nullable String value, double millisPerUnit) {
    if (value == null) {
      return null;
    }
    try {
      double number = Double.parseDouble(value.strip());
      return number >= 0 && number < 1e9
          ? Duration.ofMillis((long) (number * millisPerUnit))
          : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static @Nullable Duration date(String value, Instant now) {
    try {
      Instant at = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return at.isAfter(now) ? Duration.between(now, at) : Duration.ZERO;
    } catch (DateTimeParseException e) {
      return null;
    }
  }
}

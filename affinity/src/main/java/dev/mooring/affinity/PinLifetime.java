package dev.mooring.affinity;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How long a pin lasts from now (contract, section 5, "Pins").
 *
 * @param remaining in whole milliseconds; zero: nothing is written
 * @param mayShorten whether it cuts what an earlier turn gave
 */
public record PinLifetime(Duration remaining, boolean mayShorten) {
  private static final Pattern WHOLE_SECONDS = Pattern.compile("[0-9]{1,18}");
  private static final Pattern GO_PART =
      Pattern.compile("([0-9]{1,18}(?:\\.[0-9]{0,18})?|\\.[0-9]{1,18})(ns|us|µs|μs|ms|s|m|h)");
  private static final BigDecimal MOST_NANOS = BigDecimal.valueOf(Long.MAX_VALUE);

  /**
   * The lifetime of a pin that is written now.
   *
   * @param header what {@code x-bf-session-ttl} asks for, which takes no margin, or null
   * @param requested how long the request asks the provider to keep its cache, or null
   * @param provider how long the provider keeps a cache otherwise
   * @param margin how much earlier than the cache the pin ends
   * @param max the longest lifetime of a pin
   * @param elapsed the time since the request was sent upstream, where the cache's time began
   */
  public static PinLifetime of(
      @Nullable Duration header,
      @Nullable Duration requested,
      Duration provider,
      Duration margin,
      Duration max,
      Duration elapsed) {
    Duration full = full(header, requested, provider, margin);
    Duration capped = full.compareTo(max) > 0 ? max : full;
    Duration left = capped.minus(elapsed).truncatedTo(ChronoUnit.MILLIS);
    boolean positive = !left.isNegative() && !left.isZero();
    return new PinLifetime(positive ? left : Duration.ZERO, header != null);
  }

  private static Duration full(
      @Nullable Duration header, @Nullable Duration requested, Duration provider, Duration margin) {
    if (header != null) {
      return header;
    }
    return (requested != null ? requested : provider).minus(margin);
  }

  /**
   * Reads {@code x-bf-session-ttl}: a duration as Go writes it ({@code 30m}, {@code 1h30m}, {@code
   * 1.5h}, {@code 500ms}) or whole seconds.
   *
   * @return null when it is neither, not positive, or more than 64 bits of nanoseconds
   */
  public static @Nullable Duration parseHeader(String value) {
    String text = value.strip();
    BigDecimal nanos =
        WHOLE_SECONDS.matcher(text).matches()
            ? new BigDecimal(text).multiply(nanosPer("s"))
            : goNanos(text);
    if (nanos == null || nanos.compareTo(BigDecimal.ONE) < 0 || nanos.compareTo(MOST_NANOS) > 0) {
      return null;
    }
    return Duration.ofNanos(nanos.longValue());
  }

  private static @Nullable BigDecimal goNanos(String text) {
    Matcher part = GO_PART.matcher(text);
    BigDecimal sum = BigDecimal.ZERO;
    int end = 0;
    while (end < text.length()) {
      if (!part.find(end) || part.start() != end) {
        return null;
      }
      sum = sum.add(new BigDecimal(part.group(1)).multiply(nanosPer(part.group(2))));
      end = part.end();
    }
    return sum;
  }

  private static BigDecimal nanosPer(String unit) {
    return BigDecimal.valueOf(
        switch (unit) {
          case "ns" -> 1L;
          case "ms" -> 1_000_000L;
          case "s" -> 1_000_000_000L;
          case "m" -> 60_000_000_000L;
          case "h" -> 3_600_000_000_000L;
          default -> 1_000L;
        });
  }
}

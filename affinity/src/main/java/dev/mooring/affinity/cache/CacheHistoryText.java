package dev.mooring.affinity.cache;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A session's cache history as a short text, for it is kept for every session: a line of 29 digits
 * to the base 64 for each use, {@code <reason>=<count>} for misses, {@code <reason>@<time>} for the
 * newest, these two to the base 36. Times are in seconds.
 */
final class CacheHistoryText {
  private static final int RADIX = Character.MAX_RADIX;
  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
  private static final int BITS = 6;

  /** The digits of a hash, and of a number of tokens. */
  private static final int SHORT = 4;

  /** The digits of a time. */
  private static final int TIME = 6;

  /** The digits of twice a lifetime, and one more where it was asked for. */
  private static final int LIFETIME = 3;

  private static final int LINE = 5 * SHORT + TIME + LIFETIME;

  private final List<CacheUse> uses = new ArrayList<>();
  private final Map<CacheMiss, Long> misses = new EnumMap<>(CacheMiss.class);
  private CacheHistory.@Nullable Last last;

  private CacheHistoryText() {}

  /** The text, which is the same for equal histories. */
  static String encode(CacheHistory history) {
    StringBuilder text = new StringBuilder();
    for (CacheUse use : history.uses()) {
      put(text, use.model(), SHORT);
      put(text, use.opening(), SHORT);
      put(text, use.holder(), SHORT);
      put(text, use.sentAt().getEpochSecond(), TIME);
      put(text, use.prompt(), SHORT);
      put(text, use.prompt() - use.cached(), SHORT);
      put(text, 2 * use.lifetime().toSeconds() + (use.asked() ? 1 : 0), LIFETIME);
      text.append('\n');
    }
    new TreeMap<>(history.misses())
        .forEach(
            (reason, count) ->
                text.append(reason.wireName())
                    .append('=')
                    .append(Long.toString(count, RADIX))
                    .append('\n'));
    CacheHistory.Last last = history.last();
    if (last != null) {
      text.append(last.reason().wireName())
          .append('@')
          .append(Long.toString(last.time().getEpochSecond(), RADIX))
          .append('\n');
    }
    return text.toString();
  }

  /** Reads a text, line by line; one that cannot be read is another version's. */
  static CacheHistory parse(String text) {
    CacheHistoryText read = new CacheHistoryText();
    for (String line : text.split("\n", -1)) {
      try {
        read.line(line);
      } catch (IllegalArgumentException e) {
        // Another version's line.
      }
    }
    return new CacheHistory(read.uses, read.misses, read.last);
  }

  private void line(String line) {
    int equals = line.indexOf('=');
    int at = line.indexOf('@');
    if (equals > 0) {
      misses.put(CacheMiss.of(line.substring(0, equals)), number(line.substring(equals + 1)));
    } else if (at > 0) {
      last =
          new CacheHistory.Last(
              CacheMiss.of(line.substring(0, at)),
              Instant.ofEpochSecond(number(line.substring(at + 1))));
    } else if (line.length() == LINE && uses.size() < CacheHistory.USES) {
      long prompt = digits(line, 3 * SHORT + TIME, SHORT);
      long lifetime = digits(line, LINE - LIFETIME, LIFETIME);
      uses.add(
          new CacheUse(
              (int) digits(line, 0, SHORT),
              (int) digits(line, SHORT, SHORT),
              (int) digits(line, 2 * SHORT, SHORT),
              Instant.ofEpochSecond(digits(line, 3 * SHORT, TIME)),
              prompt,
              prompt - digits(line, 4 * SHORT + TIME, SHORT),
              Duration.ofSeconds(lifetime / 2),
              lifetime % 2 == 1));
    }
  }

  /** Appends a number, or the largest that has so many digits. */
  private static void put(StringBuilder text, long number, int digits) {
    long bounded = Math.max(0, Math.min(number, (1L << (BITS * digits)) - 1));
    for (int i = digits - 1; i >= 0; i--) {
      text.append(DIGITS.charAt((int) (bounded >> (BITS * i)) & ((1 << BITS) - 1)));
    }
  }

  private static long digits(String line, int from, int count) {
    long number = 0;
    for (int i = from; i < from + count; i++) {
      int digit = DIGITS.indexOf(line.charAt(i));
      if (digit < 0) {
        throw new IllegalArgumentException("no digit: " + line.charAt(i));
      }
      number = number << BITS | digit;
    }
    return number;
  }

  private static long number(String digits) {
    return Long.parseLong(digits, RADIX);
  }
}

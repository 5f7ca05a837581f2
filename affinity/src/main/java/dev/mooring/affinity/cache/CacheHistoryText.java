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
 * A session's cache history as a short text, a line for each thing, numbers to the base 36: {@code
 * <model> <opening> <holder> <sent at, s> <prompt> <not cached of it> <lifetime, s>} for a use,
 * with {@code !} behind where the lifetime was asked for, {@code <reason>=<count>} for misses,
 * {@code <reason>@<time, s>} for the newest.
 */
final class CacheHistoryText {
  private static final int RADIX = Character.MAX_RADIX;
  private static final int USE_WORDS = 7;

  private final List<CacheUse> uses = new ArrayList<>();
  private final Map<CacheMiss, Long> misses = new EnumMap<>(CacheMiss.class);
  private CacheHistory.@Nullable Last last;

  private CacheHistoryText() {}

  /** The text, which is the same for equal histories. */
  static String encode(CacheHistory history) {
    StringBuilder text = new StringBuilder();
    for (CacheUse use : history.uses()) {
      text.append(Integer.toUnsignedString(use.model(), RADIX)).append(' ');
      text.append(Integer.toUnsignedString(use.opening(), RADIX)).append(' ');
      text.append(Integer.toUnsignedString(use.holder(), RADIX)).append(' ');
      text.append(Long.toString(use.sentAt().getEpochSecond(), RADIX)).append(' ');
      text.append(Long.toString(use.prompt(), RADIX)).append(' ');
      text.append(Long.toString(use.prompt() - use.cached(), RADIX)).append(' ');
      text.append(Long.toString(use.lifetime().toSeconds(), RADIX));
      text.append(use.asked() ? "!\n" : "\n");
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
    String[] words = line.split(" ", -1);
    if (equals > 0) {
      misses.put(CacheMiss.of(line.substring(0, equals)), number(line.substring(equals + 1)));
    } else if (at > 0) {
      last =
          new CacheHistory.Last(
              CacheMiss.of(line.substring(0, at)),
              Instant.ofEpochSecond(number(line.substring(at + 1))));
    } else if (words.length == USE_WORDS && uses.size() < CacheHistory.USES) {
      long prompt = number(words[4]);
      uses.add(
          new CacheUse(
              Integer.parseUnsignedInt(words[0], RADIX),
              Integer.parseUnsignedInt(words[1], RADIX),
              Integer.parseUnsignedInt(words[2], RADIX),
              Instant.ofEpochSecond(number(words[3])),
              prompt,
              prompt - number(words[5]),
              Duration.ofSeconds(number(words[6].replace("!", ""))),
              words[6].endsWith("!")));
    }
  }

  private static long number(String digits) {
    return Long.parseLong(digits, RADIX);
  }
}

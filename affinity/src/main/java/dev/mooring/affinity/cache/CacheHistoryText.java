package dev.mooring.affinity.cache;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A session's cache history as text, a line for each thing and words in percent-encoding between
 * spaces: {@code use <model> <opening> <provider> <scope> <upstream model> <sent at, ms> <prompt>
 * <cached> <lifetime, ms> <asked>}, {@code miss <reason> <count>}, {@code last <reason> <time, ms>}.
 */
final class CacheHistoryText {
  private static final String USE = "use";
  private static final String MISS = "miss";
  private static final String LAST = "last";

  private final List<CacheUse> uses = new ArrayList<>();
  private final Map<CacheMiss, Long> misses = new EnumMap<>(CacheMiss.class);
  private CacheHistory.@Nullable Last last;

  private CacheHistoryText() {}

  /** The text, which is the same for equal histories. */
  static String encode(CacheHistory history) {
    List<String> lines = new ArrayList<>();
    for (CacheUse use : history.uses()) {
      lines.add(
          words(
              USE,
              use.model(),
              Long.toHexString(use.opening()),
              use.holder().provider(),
              use.holder().scope(),
              use.holder().upstreamModel(),
              Long.toString(use.sentAt().toEpochMilli()),
              Long.toString(use.prompt()),
              Long.toString(use.cached()),
              Long.toString(use.lifetime().toMillis()),
              use.asked() ? "1" : "0"));
    }
    new TreeMap<>(history.misses())
        .forEach((reason, count) -> lines.add(words(MISS, reason.wireName(), count.toString())));
    CacheHistory.Last last = history.last();
    if (last != null) {
      lines.add(
          words(LAST, last.reason().wireName(), Long.toString(last.time().toEpochMilli())));
    }
    return String.join("\n", lines);
  }

  /** Reads a text, line by line; one that cannot be read is another version's. */
  static CacheHistory parse(String text) {
    CacheHistoryText read = new CacheHistoryText();
    for (String line : text.split("\n", -1)) {
      try {
        read.line(List.of(line.split(" ", -1)));
      } catch (RuntimeException e) {
        // Another version's line.
      }
    }
    return new CacheHistory(read.uses, read.misses, read.last);
  }

  private void line(List<String> words) {
    if (words.size() == 11 && words.get(0).equals(USE) && uses.size() < CacheHistory.USES) {
      uses.add(
          new CacheUse(
              word(words.get(1)),
              Long.parseUnsignedLong(words.get(2), 16),
              new CacheHolder(word(words.get(3)), word(words.get(4)), word(words.get(5))),
              Instant.ofEpochMilli(Long.parseLong(words.get(6))),
              Long.parseLong(words.get(7)),
              Long.parseLong(words.get(8)),
              Duration.ofMillis(Long.parseLong(words.get(9))),
              words.get(10).equals("1")));
    } else if (words.size() == 3 && words.get(0).equals(MISS)) {
      misses.put(CacheMiss.of(words.get(1)), Long.parseLong(words.get(2)));
    } else if (words.size() == 3 && words.get(0).equals(LAST)) {
      last =
          new CacheHistory.Last(
              CacheMiss.of(words.get(1)), Instant.ofEpochMilli(Long.parseLong(words.get(2))));
    }
  }

  private static String words(String... words) {
    StringBuilder line = new StringBuilder();
    for (String word : words) {
      line.append(line.isEmpty() ? "" : " ").append(URLEncoder.encode(word, UTF_8));
    }
    return line.toString();
  }

  private static String word(String encoded) {
    return URLDecoder.decode(encoded, UTF_8);
  }
}

package dev.mooring.gateway.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.affinity.cache.Gaps;
import dev.mooring.affinity.cache.LearnedLifetimes.Cache;
import dev.mooring.gateway.routing.Health;
import dev.mooring.gateway.routing.TargetSpeeds.Median;
import dev.mooring.gateway.routing.TargetSpeeds.Speed;
import dev.mooring.gateway.routing.TargetSpeeds.Target;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a node tells the others: its speeds, what it finds degraded, and the gaps after which caches
 * were read or gone. As text a line for each, words in percent-encoding with spaces between: {@code
 * speed <provider> <model> <median ttft in ms> <samples> <median tokens per second> <samples>},
 * {@code degraded <provider> <credential> <model>}, {@code gaps <provider> <model> <lifetime asked
 * for in ms, or 0> <counts>}.
 */
record ReportText(Map<Target, Speed> speeds, Set<Health.Subject> degraded, Map<Cache, Gaps> gaps) {
  private static final String SPEED = "speed";
  private static final String DEGRADED = "degraded";
  private static final String GAPS = "gaps";

  /** The text, which is the same for equal reports. */
  String encode() {
    Set<String> lines = new TreeSet<>();
    speeds.forEach(
        (target, speed) ->
            lines.add(
                words(
                    SPEED,
                    target.provider(),
                    target.upstreamModel(),
                    Double.toString(speed.ttft().value()),
                    Integer.toString(speed.ttft().samples()),
                    Double.toString(speed.rate().value()),
                    Integer.toString(speed.rate().samples()))));
    for (Health.Subject subject : degraded) {
      lines.add(words(DEGRADED, subject.provider(), subject.credential(), subject.upstreamModel()));
    }
    gaps.forEach(
        (cache, counts) ->
            lines.add(
                words(
                    GAPS,
                    cache.provider(),
                    cache.upstreamModel(),
                    Long.toString(cache.asked() == null ? 0 : cache.asked().toMillis()),
                    counts.encode())));
    return String.join("\n", lines);
  }

  /** Reads a text, without what another version of this program put there. */
  static ReportText parse(String text) {
    Map<Target, Speed> speeds = new HashMap<>();
    Set<Health.Subject> degraded = new HashSet<>();
    Map<Cache, Gaps> gaps = new HashMap<>();
    for (String line : text.split("\n", -1)) {
      try {
        read(words(line), speeds, degraded, gaps);
      } catch (IllegalArgumentException e) {
        // Another version's line.
      }
    }
    return new ReportText(speeds, degraded, gaps);
  }

  private static void read(
      List<String> words,
      Map<Target, Speed> speeds,
      Set<Health.Subject> degraded,
      Map<Cache, Gaps> gaps) {
    if (words.size() == 7 && words.get(0).equals(SPEED)) {
      speeds.put(
          new Target(words.get(1), words.get(2)),
          new Speed(median(words.get(3), words.get(4)), median(words.get(5), words.get(6))));
    } else if (words.size() == 4 && words.get(0).equals(DEGRADED)) {
      degraded.add(new Health.Subject(words.get(1), words.get(2), words.get(3)));
    } else if (words.size() == 5 && words.get(0).equals(GAPS)) {
      long asked = Long.parseLong(words.get(3));
      gaps.put(
          new Cache(words.get(1), words.get(2), asked == 0 ? null : Duration.ofMillis(asked)),
          Gaps.parse(words.get(4)));
    }
  }

  private static Median median(String value, String samples) {
    double median = Double.parseDouble(value);
    int count = Integer.parseInt(samples);
    if (!Double.isFinite(median) || median < 0 || count < 0) {
      throw new IllegalArgumentException("no median: " + value + " of " + samples);
    }
    return new Median(median, count);
  }

  private static String words(String... words) {
    StringBuilder line = new StringBuilder();
    for (String word : words) {
      line.append(line.isEmpty() ? "" : " ").append(URLEncoder.encode(word, UTF_8));
    }
    return line.toString();
  }

  private static List<String> words(String line) {
    return List.of(line.split(" ", -1)).stream()
        .map(word -> URLDecoder.decode(word, UTF_8))
        .toList();
  }
}

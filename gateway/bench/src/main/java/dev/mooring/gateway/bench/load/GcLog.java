package dev.mooring.gateway.bench.load;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a part of a JVM's log of collections ({@code -Xlog:gc}) tells.
 *
 * @param pauses how many pauses
 * @param longestMillis the longest
 * @param freedBytes what all of them freed
 */
record GcLog(int pauses, double longestMillis, long freedBytes) {
  private static final Pattern PAUSE = Pattern.compile("GC\\(\\d+\\) Pause .* ([0-9.]+)ms$");
  private static final Pattern SIZES =
      Pattern.compile("GC\\(\\d+\\) .* (\\d+)([KMG])->(\\d+)([KMG])\\(\\d+[KMG]\\)");

  /** Reads lines. */
  static GcLog parse(String text) {
    List<Double> pauses = new ArrayList<>();
    long freed = 0;
    for (String line : text.lines().toList()) {
      Matcher pause = PAUSE.matcher(line);
      if (pause.find()) {
        pauses.add(Double.parseDouble(pause.group(1)));
      }
      Matcher sizes = SIZES.matcher(line);
      if (sizes.find()) {
        freed += bytes(sizes.group(1), sizes.group(2)) - bytes(sizes.group(3), sizes.group(4));
      }
    }
    double longest = pauses.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    return new GcLog(pauses.size(), longest, freed);
  }

  /** A size and its unit, in bytes. */
  static long bytes(String number, String unit) {
    int shift = unit.equals("K") ? 10 : unit.equals("M") ? 20 : 30;
    return Long.parseLong(number) << shift;
  }
}

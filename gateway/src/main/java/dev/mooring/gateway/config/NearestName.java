package dev.mooring.gateway.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** The known name that a misspelt one was probably meant to be. */
final class NearestName {
  private NearestName() {}

  /**
   * A message's end, {@code " (did you mean 'health'?)"}, or the known names where none is near, or
   * nothing where none is known.
   */
  static String suggestion(String written, Collection<String> known) {
    if (known.isEmpty()) {
      return "";
    }
    String nearest =
        known.stream().min(Comparator.comparingInt(name -> distance(written, name))).orElseThrow();
    if (distance(written, nearest) <= Math.max(2, written.length() / 3)) {
      return " (did you mean '" + nearest + "'?)";
    }
    return " (known: " + String.join(", ", known) + ")";
  }

  /** The Levenshtein distance of two names, letter case aside. */
  static int distance(String left, String right) {
    String a = left.toLowerCase(Locale.ROOT);
    String b = right.toLowerCase(Locale.ROOT);
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substitution = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(substitution, Math.min(previous[j], current[j - 1]) + 1);
      }
      previous = current;
    }
    return previous[b.length()];
  }
}

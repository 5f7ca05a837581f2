package dev.mooring.gateway.bench.load;

import java.util.List;
import java.util.Locale;

/**
 * What the rounds gave for one figure.
 *
 * @param median the middle one, or the mean of the two in the middle
 * @param min the least
 * @param max the most
 */
record Spread(double median, double min, double max) {

  /**
   * The spread of some figures.
   *
   * @throws IllegalArgumentException without any
   */
  static Spread of(List<Double> figures) {
    if (figures.isEmpty()) {
      throw new IllegalArgumentException("figures: none");
    }
    List<Double> sorted = figures.stream().sorted().toList();
    int middle = sorted.size() / 2;
    double median =
        sorted.size() % 2 == 1
            ? sorted.get(middle)
            : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    return new Spread(median, sorted.get(0), sorted.get(sorted.size() - 1));
  }

  /** The median alone. */
  String middle(int digits) {
    return number(median, digits);
  }

  /** The median, and where there is a spread, the rest in brackets. */
  String text(int digits) {
    return min == max
        ? middle(digits)
        : middle(digits) + " (" + number(min, digits) + "–" + number(max, digits) + ")";
  }

  private static String number(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}

package dev.mooring.gateway.bench.load;

import java.util.Arrays;

/**
 * What a paced run saw; times in nanoseconds, ascending.
 *
 * @param whole from a request's turn to the last byte of its answer
 * @param first from a request's turn to the first byte of the answer's body
 * @param errors answers that were refused, broken off, not whole, or that never came
 * @param events events of all streams
 */
record Latencies(Times whole, Times first, long errors, long events) {

  /** Times in ascending order. */
  static final class Times {
    private final long[] sorted;

    private Times(long[] sorted) {
      this.sorted = sorted;
    }

    /** The first so many of an array, put in order. */
    static Times of(long[] nanos, int count) {
      long[] sorted = Arrays.copyOf(nanos, count);
      Arrays.sort(sorted);
      return new Times(sorted);
    }

    /** How many there are. */
    int count() {
      return sorted.length;
    }

    /** The percentile in microseconds: the least that so much of all does not exceed. */
    double micros(double percentile) {
      if (sorted.length == 0) {
        return 0;
      }
      int rank = (int) Math.ceil(percentile / 100 * sorted.length);
      return sorted[Math.max(0, Math.min(sorted.length, rank) - 1)] / 1_000.0;
    }
  }
}

package dev.mooring.gateway.routing;

import dev.mooring.gateway.routing.TargetSpeeds.Median;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/** The last samples of one measure; safe for many threads. */
final class SampleRing {
  /** The most samples that are kept. */
  static final int SIZE = 128;

  /** How long a sample counts. */
  static final Duration AGE = Duration.ofMinutes(10);

  private final long[] times = new long[SIZE];
  private final double[] values = new double[SIZE];
  private int count;
  private int next;

  /** Adds a sample; past the size the oldest goes. */
  synchronized void add(Instant at, double value) {
    times[next] = at.toEpochMilli();
    values[next] = value;
    next = (next + 1) % SIZE;
    count = Math.min(count + 1, SIZE);
  }

  /** The median of the samples that still count; of an even number the lower of the middle two. */
  synchronized Median median(Instant now) {
    long oldest = now.minus(AGE).toEpochMilli();
    double[] fresh = new double[count];
    int found = 0;
    for (int i = 0; i < count; i++) {
      if (times[i] >= oldest) {
        fresh[found++] = values[i];
      }
    }
    Arrays.sort(fresh, 0, found);
    return found == 0 ? Median.NONE : new Median(fresh[(found - 1) / 2], found);
  }
}

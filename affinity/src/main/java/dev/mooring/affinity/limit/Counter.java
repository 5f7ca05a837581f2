package dev.mooring.affinity.limit;

/**
 * Something of which only so much may be used in a window.
 *
 * @param name unique within the team; with {@code :} between its parts, and no secret
 * @param window the time over which uses are counted together; counters of one name and different
 *     windows count apart
 * @param limit the most that may be used in a window; at most {@link #MOST}
 */
public record Counter(String name, Window window, long limit) {
  /**
   * The largest limit and amount: sums of them are exact in a double too, which Redis counts in.
   */
  public static final long MOST = 1L << 50;

  /** Checks the limit. */
  public Counter {
    if (limit < 0 || limit > MOST) {
      throw new IllegalArgumentException("limit: " + limit + " (expected: 0 to " + MOST + ")");
    }
  }
}

package dev.mooring.store.redis;

import java.time.Duration;

/**
 * How fast the writes of the record go to Redis: gathered for a moment while they are few; a
 * backlog in batches one after the other, each followed by as long a rest as it took, within
 * bounds, so that pins find Redis free.
 */
final class RecordPace {
  /** How long writes are gathered, and how long Redis is left alone after a batch that failed. */
  static final Duration GATHER = Duration.ofMillis(100);

  private static final Duration LEAST_REST = Duration.ofMillis(1);
  private static final Duration MOST_REST = Duration.ofMillis(10);
  private static final int LEAST_BATCH = 256;
  private static final int MOST_BATCH = 768;
  private static final int BATCHES = 8;

  private RecordPace() {}

  /** How many of the waiting writes go together: more where many wait, since a link may be slow. */
  static int batch(int waiting) {
    return Math.max(LEAST_BATCH, Math.min(MOST_BATCH, waiting / BATCHES));
  }

  /**
   * How long Redis is left alone before the next batch.
   *
   * @param took how long the last one took, answer included
   * @param well whether all of it was written
   */
  static Duration rest(Duration took, boolean well) {
    if (!well) {
      return GATHER;
    }
    Duration least = took.compareTo(LEAST_REST) < 0 ? LEAST_REST : took;
    return least.compareTo(MOST_REST) < 0 ? least : MOST_REST;
  }
}

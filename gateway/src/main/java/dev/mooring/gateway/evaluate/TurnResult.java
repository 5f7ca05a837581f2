package dev.mooring.gateway.evaluate;

import java.time.Duration;
import java.util.List;

/** What came of sending a turn once. */
sealed interface TurnResult {

  /**
   * An answer came whole.
   *
   * @param usage of its input, in tokens of text
   * @param firstToken how long its head took
   * @param outcome what affinity did
   * @param failures the statuses of the attempts before; 0 for one without an answer
   */
  record Answered(
      Holder holder, Usage usage, Duration firstToken, String outcome, List<Integer> failures)
      implements TurnResult {}

  /** A stream that had begun ended in an error: nobody can go on for it, it must be sent anew. */
  record Broken() implements TurnResult {}

  /**
   * Nothing came but an error.
   *
   * @param status 0 where the connection was lost
   */
  record Refused(int status, String message) implements TurnResult {}

  /** Who served: a provider's account, by its cache. */
  record Holder(String provider, String account) {}

  /**
   * The input of an answer, in tokens of text.
   *
   * @param total all of it
   * @param read of these from the cache
   * @param written of these to the cache, where that is told
   */
  record Usage(long total, long read, long written) {
    /** None. */
    static final Usage NONE = new Usage(0, 0, 0);

    /** Both together. */
    Usage plus(Usage other) {
      return new Usage(total + other.total, read + other.read, written + other.written);
    }
  }
}

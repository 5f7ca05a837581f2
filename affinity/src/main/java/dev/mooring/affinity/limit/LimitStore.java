package dev.mooring.affinity.limit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Where uses are counted against limits (contract, section 2). Counting is exact: whoever asks at
 * the same time, on whichever node, no window ever holds more reservations than its limit.
 */
public interface LimitStore {
  /**
   * How long a reservation waits to be settled. One that was not, because its node died, is given
   * back by then; one that is settled later is charged what was used.
   */
  Duration LEASE = Duration.ofMinutes(15);

  /**
   * Reserves all amounts or, where one of them does not fit, none.
   *
   * @param team whose counters they are
   * @param charges at least one, each for another counter
   * @return the decision; fails when the store cannot answer
   */
  CompletionStage<Decision> reserve(String team, List<Charge> charges);

  /**
   * Counts what was used already, whether it fits or not: what was served while the store was away.
   *
   * @param charges what was used, each of another counter
   */
  CompletionStage<Void> charge(String team, List<Charge> charges);

  /** Whether a request may go on. */
  sealed interface Decision {
    /** How each counter stands, in the order asked. */
    List<Count> counts();

    /**
     * All amounts are reserved.
     *
     * @param counts of each counter, in the order asked
     */
    record Granted(Reservation reservation, List<Count> counts) implements Decision {}

    /**
     * Nothing is reserved.
     *
     * @param counts of each counter, in the order asked
     */
    record Refused(List<Count> counts) implements Decision {}
  }

  /**
   * How a counter stands.
   *
   * @param used what was used and what is reserved; more than the limit where requests used more
   *     than they had reserved
   * @param left how much more may be used; 0 where more than the limit was used
   * @param free of a counter that refused, how long until enough of it is free again, and {@link
   *     #NEVER} where more was asked than its limit; of any other, how long until all of it is
   * @param refused whether the amount that was asked did not fit
   */
  record Count(long used, long left, Duration free, boolean refused) {
    /** Longer than any wait. */
    public static final Duration NEVER = Duration.ofDays(366_000);
  }

  /** Amounts that are kept for one request until it is known what it used. */
  interface Reservation {
    /**
     * Puts what was used in the place of what was reserved, be it less or more; for final charges
     * nothing changes. To be called once. It is seen to even where the stage fails.
     *
     * @param used of each counter, in the order reserved
     */
    CompletionStage<Void> settle(List<Long> used);
  }
}

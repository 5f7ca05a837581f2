package dev.mooring.gateway.record;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The newest turns of a node, bounded in number and in what they cost: the very newest as they are,
 * the older ones as {@link TurnBytes}. Of those at most {@link #PER_SECOND} a second are kept for
 * long, after a burst of as many as there is room for; what a busier node served last is told by
 * its very newest turns, which are never left out.
 */
final class KeptTurns {
  /** How many are kept as they are. */
  static final int FRESH = 100;

  /** How many older ones a second are kept while there is no end of them. */
  static final int PER_SECOND = 100;

  private static final long NANOS_EACH = Duration.ofSeconds(1).toNanos() / PER_SECOND;

  private final int most;
  private final ArrayDeque<Turn> fresh = new ArrayDeque<>();
  private final ArrayDeque<byte[]> older = new ArrayDeque<>();
  private @Nullable Instant counted;
  private int room;

  /**
   * None yet.
   *
   * @param most how many are kept in all
   */
  KeptTurns(int most) {
    this.most = most;
    this.room = most;
  }

  /** Adds one, which is the newest now. */
  void add(Turn turn) {
    fresh.addFirst(turn);
    if (fresh.size() > FRESH) {
      Turn oldest = fresh.removeLast();
      if (admits(turn.time())) {
        older.addFirst(TurnBytes.of(oldest));
        if (older.size() > most - FRESH) {
          older.removeLast();
        }
      }
    }
  }

  /** Whether one more may be kept: a bucket that is filled at the rate above. */
  private boolean admits(Instant now) {
    if (counted == null || now.isBefore(counted)) {
      counted = now;
    }
    long more = Duration.between(counted, now).toNanos() / NANOS_EACH;
    if (more > 0) {
      room = (int) Math.min(most, room + more);
      counted = counted.plusNanos(more * NANOS_EACH);
    }
    if (room == 0) {
      return false;
    }
    room--;
    return true;
  }

  /** All that are kept, the newest first. */
  List<Turn> list() {
    List<Turn> turns = new ArrayList<>(fresh);
    for (byte[] bytes : older) {
      turns.add(TurnBytes.turn(bytes));
    }
    return turns;
  }

  /** The turn of a request; null where it is not kept. */
  @Nullable Turn find(String requestId) {
    for (Turn turn : fresh) {
      if (turn.requestId().equals(requestId)) {
        return turn;
      }
    }
    for (byte[] bytes : older) {
      if (TurnBytes.requestId(bytes).equals(requestId)) {
        return TurnBytes.turn(bytes);
      }
    }
    return null;
  }
}

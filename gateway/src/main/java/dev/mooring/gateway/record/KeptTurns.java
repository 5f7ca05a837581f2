package dev.mooring.gateway.record;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The newest turns of a node, bounded in number and in what they cost: the very newest as they are,
 * the older ones as {@link TurnBytes}. Where more than {@link #PER_SECOND} a second end, on and on,
 * some of the older ones are left out, but none that failed or moved. Those that failed have room
 * of their own beyond, where those that went well never push them out.
 */
final class KeptTurns {
  /** How many are kept as they are. */
  static final int FRESH = 100;

  /** How many older ones are kept of a second, averaged over time. */
  static final int PER_SECOND = 1_000;

  /** How many may be kept at once after a time of fewer. */
  static final int BURST = 10 * PER_SECOND;

  private static final long NANOS_EACH = Duration.ofSeconds(1).toNanos() / PER_SECOND;

  /** How far the times of turns may be from their order: event loops take them by themselves. */
  private static final Duration DISORDER = Duration.ofSeconds(1);

  private final ArrayDeque<Turn> fresh = new ArrayDeque<>();
  private final TurnRing older;
  private final TurnRing failed;
  private @Nullable Instant counted;
  private int room = BURST;

  /**
   * None yet.
   *
   * @param mostOlder how many are kept besides the very newest
   * @param mostFailed how many of those that failed are kept besides these
   */
  KeptTurns(int mostOlder, int mostFailed) {
    this.older = new TurnRing(mostOlder);
    this.failed = new TurnRing(mostFailed);
  }

  /**
   * What is kept at a moment; turns are read from bytes when they are asked for.
   *
   * @param fresh the very newest, the newest first
   * @param older all others, likewise
   */
  record Snapshot(List<Turn> fresh, List<byte[]> older) {

    /** All turns, the newest first. */
    List<Turn> turns() {
      List<Turn> turns = new ArrayList<>(fresh);
      for (byte[] bytes : older) {
        turns.add(TurnBytes.turn(bytes));
      }
      return turns;
    }
  }

  /** Adds one, which is the newest now. */
  void add(Turn turn) {
    fresh.addFirst(turn);
    if (fresh.size() <= FRESH) {
      return;
    }
    Turn leaving = fresh.removeLast();
    if (admits(turn.time()) || leaving.failed() || leaving.moved()) {
      byte[] pushedOut = older.add(TurnBytes.of(leaving));
      if (pushedOut != null && TurnBytes.failed(pushedOut)) {
        failed.add(pushedOut);
      }
    }
  }

  /** Whether there is room for one more at a time: a bucket that fills at the rate above. */
  private boolean admits(Instant now) {
    if (counted == null || now.isBefore(counted.minus(DISORDER))) {
      counted = now;
    }
    long more = Duration.between(counted, now).toNanos() / NANOS_EACH;
    if (more > 0) {
      room = (int) Math.min(BURST, room + more);
      counted = counted.plusNanos(more * NANOS_EACH);
    }
    if (room == 0) {
      return false;
    }
    room--;
    return true;
  }

  /** The turn of a request, if it is one of the very newest; else null. */
  @Nullable Turn fresh(String requestId) {
    for (Turn turn : fresh) {
      if (turn.requestId().equals(requestId)) {
        return turn;
      }
    }
    return null;
  }

  /** The bytes of a request's turn, if it is kept as such; else null. */
  byte @Nullable [] older(String requestId) {
    byte[] found = older.find(requestId);
    return found == null ? failed.find(requestId) : found;
  }

  /** All that are kept. */
  Snapshot snapshot() {
    List<byte[]> bytes = new ArrayList<>();
    older.addTo(bytes);
    failed.addTo(bytes);
    return new Snapshot(List.copyOf(fresh), bytes);
  }
}

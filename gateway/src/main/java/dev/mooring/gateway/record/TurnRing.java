package dev.mooring.gateway.record;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A number of turns as {@link TurnBytes}, in the order in which they came: one more pushes the
 * oldest out. Hashes of their ids lie in a flat array, so that one is found without a look at the
 * others. Not for several threads.
 */
final class TurnRing {
  private final byte[][] turns;
  private final int[] hashes;
  private int next;
  private int size;

  /**
   * None yet.
   *
   * @param most how many there may be
   */
  TurnRing(int most) {
    this.turns = new byte[most][];
    this.hashes = new int[most];
  }

  /**
   * Adds one, which is the newest now.
   *
   * @return the one that it pushes out; null where there was room
   */
  byte @Nullable [] add(byte[] turn) {
    byte[] oldest = size == turns.length ? turns[next] : null;
    turns[next] = turn;
    hashes[next] = TurnBytes.hash(turn);
    next = next + 1 == turns.length ? 0 : next + 1;
    size = Math.min(size + 1, turns.length);
    return oldest;
  }

  /** The turn of a request; null where there is none. */
  byte @Nullable [] find(String requestId) {
    int hash = TurnBytes.hash(requestId);
    for (int i = 0; i < size; i++) {
      if (hashes[i] == hash && TurnBytes.isOf(turns[i], requestId)) {
        return turns[i];
      }
    }
    return null;
  }

  /** Adds all of them to others, the newest first. */
  void addTo(List<byte[]> all) {
    for (int i = 1; i <= size; i++) {
      all.add(turns[Math.floorMod(next - i, turns.length)]);
    }
  }
}

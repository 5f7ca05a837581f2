package dev.mooring.gateway.record;

import java.time.Duration;
import java.time.Instant;

/**
 * How many sessions had a turn of late, to the second. Of each it keeps a hash of 64 bits and a
 * time, in flat arrays: sessions that are many cost the garbage collector nothing. Not for several
 * threads.
 */
final class ActiveSessions {
  private static final int LEAST_SLOTS = 1 << 10;
  private static final int HASHED_CHARACTERS = 16;
  private static final long FACTOR = 0x9E3779B97F4A7C15L;
  private static final long EMPTY = 0;

  private final int window;
  private final int most;

  /** How many sessions had their last turn in a second, by the second modulo the length. */
  private final int[] lastTurns;

  private long[] hashes = new long[LEAST_SLOTS];
  private long[] seconds = new long[LEAST_SLOTS];
  private int used;
  private long newest = Long.MIN_VALUE;
  private long oldestKept = Long.MIN_VALUE;

  /**
   * No sessions yet.
   *
   * @param window how long after its last turn a session counts
   * @param most how many are counted at most; others are left out until some of these are over
   */
  ActiveSessions(Duration window, int most) {
    this.window = (int) window.toSeconds();
    this.most = most;
    this.lastTurns = new int[this.window + 1];
  }

  /** A session had a turn. */
  void add(String session, Instant time) {
    advance(time.getEpochSecond());
    long hash = hash(session);
    int slot = slot(hashes, hash);
    if (hashes[slot] == hash) {
      if (counts(seconds[slot])) {
        lastTurns[place(seconds[slot])]--;
      }
      put(slot, hash);
      return;
    }
    if (2 * used >= hashes.length || (used >= most && !counts(oldestKept))) {
      purge();
      slot = slot(hashes, hash);
    }
    if (used < most) {
      used++;
      put(slot, hash);
    }
  }

  /** How many count at a time. */
  int count(Instant now) {
    advance(now.getEpochSecond());
    return live();
  }

  private int live() {
    int live = 0;
    for (int each : lastTurns) {
      live += each;
    }
    return live;
  }

  private void put(int slot, long hash) {
    hashes[slot] = hash;
    seconds[slot] = newest;
    lastTurns[place(newest)]++;
  }

  /** Time goes on, never back; the seconds that come are empty yet. */
  private void advance(long now) {
    if (newest == Long.MIN_VALUE) {
      newest = now;
    }
    long steps = Math.min(lastTurns.length, now - newest);
    for (long i = 0; i < steps; i++) {
      lastTurns[place(now - i)] = 0;
    }
    newest = Math.max(newest, now);
  }

  /** Whether a session counts that had its last turn in this second. */
  private boolean counts(long second) {
    return second >= newest - window;
  }

  private int place(long second) {
    return (int) Math.floorMod(second, (long) lastTurns.length);
  }

  /** Drops those that count no more, and makes room for as many again. */
  private void purge() {
    int live = live();
    int slots = LEAST_SLOTS;
    while (slots < 4 * live) {
      slots *= 2;
    }
    long[] kept = new long[slots];
    long[] times = new long[slots];
    oldestKept = newest;
    for (int i = 0; i < hashes.length; i++) {
      if (hashes[i] != EMPTY && counts(seconds[i])) {
        int slot = slot(kept, hashes[i]);
        kept[slot] = hashes[i];
        times[slot] = seconds[i];
        oldestKept = Math.min(oldestKept, seconds[i]);
      }
    }
    hashes = kept;
    seconds = times;
    used = live;
  }

  /** Where a hash stands, or else may stand: the first empty slot from its home on. */
  private static int slot(long[] hashes, long hash) {
    int slot = (int) (hash >>> 32) & (hashes.length - 1);
    while (hashes[slot] != EMPTY && hashes[slot] != hash) {
      slot = (slot + 1) & (hashes.length - 1);
    }
    return slot;
  }

  /** Of the name's first characters: the name is a digest. */
  private static long hash(String session) {
    long hash = session.length();
    for (int i = 0; i < Math.min(HASHED_CHARACTERS, session.length()); i++) {
      hash = (hash ^ session.charAt(i)) * FACTOR;
    }
    return hash == EMPTY ? FACTOR : hash;
  }
}

package dev.mooring.gateway.record;

import java.time.Duration;
import java.time.Instant;

/**
 * How many sessions had a turn of late. Of each it keeps a hash of 64 bits and a time, in flat
 * arrays: sessions that are many cost the garbage collector nothing. Not for several threads.
 */
final class ActiveSessions {
  private static final int LEAST_SLOTS = 1 << 10;
  private static final int HASHED_CHARACTERS = 16;
  private static final long FACTOR = 0x9E3779B97F4A7C15L;
  private static final long EMPTY = 0;
  private static final long PURGE_SECONDS = 60;

  private final long window;
  private final int most;
  private long[] hashes = new long[LEAST_SLOTS];
  private long[] seconds = new long[LEAST_SLOTS];
  private int used;
  private long nextPurge = Long.MIN_VALUE;

  /**
   * No sessions yet.
   *
   * @param window how long after its last turn a session counts
   * @param most how many are counted at most; others are left out until some of these are over
   */
  ActiveSessions(Duration window, int most) {
    this.window = window.toSeconds();
    this.most = most;
  }

  /** A session had a turn. */
  void add(String session, Instant time) {
    long hash = hash(session);
    long now = time.getEpochSecond();
    int slot = slot(hashes, hash);
    if (hashes[slot] == hash) {
      seconds[slot] = now;
      return;
    }
    if (2 * used >= hashes.length || (used >= most && now >= nextPurge)) {
      purge(now);
      slot = slot(hashes, hash);
    }
    if (used < most) {
      used++;
      hashes[slot] = hash;
      seconds[slot] = now;
    }
  }

  /** How many count at a time. */
  int count(Instant now) {
    long oldest = now.getEpochSecond() - window;
    int count = 0;
    for (int i = 0; i < hashes.length; i++) {
      if (hashes[i] != EMPTY && seconds[i] >= oldest) {
        count++;
      }
    }
    return count;
  }

  /** Drops those that count no more, and makes room for four times the others. */
  private void purge(long now) {
    nextPurge = now + PURGE_SECONDS;
    int live = count(Instant.ofEpochSecond(now));
    int slots = LEAST_SLOTS;
    while (slots < 4 * live) {
      slots *= 2;
    }
    long[] kept = new long[slots];
    long[] times = new long[slots];
    for (int i = 0; i < hashes.length; i++) {
      if (hashes[i] != EMPTY && seconds[i] >= now - window) {
        int slot = slot(kept, hashes[i]);
        kept[slot] = hashes[i];
        times[slot] = seconds[i];
      }
    }
    hashes = kept;
    seconds = times;
    used = live;
  }

  /** Where a hash stands, or else may stand: the first empty slot from its home on. */
  private static int slot(long[] hashes, long hash) {
    int slot = home(hashes, hash);
    while (hashes[slot] != EMPTY && hashes[slot] != hash) {
      slot = (slot + 1) & (hashes.length - 1);
    }
    return slot;
  }

  private static int home(long[] hashes, long hash) {
    return (int) (hash >>> 32) & (hashes.length - 1);
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

package dev.mooring.store.memory;

import org.jspecify.annotations.Nullable;

/**
 * The entries of a store in the order of their last write, with their number and size, and the
 * bounds of both. Its lock is held for a few assignments only.
 */
final class WriteOrder<E extends WriteOrder.Entry<E>> {
  private final long maxEntries;
  private final long maxBytes;
  private final Journal<? super E> journal;
  private @Nullable E eldest;
  private @Nullable E newest;
  private long stamp;
  private long entries;
  private long bytes;

  /**
   * @param journal hears of every change but {@link #restore}
   */
  WriteOrder(long maxEntries, long maxBytes, Journal<? super E> journal) {
    if (maxEntries < 1) {
      throw new IllegalArgumentException("maxEntries: " + maxEntries + " (expected: positive)");
    }
    if (maxBytes < 1) {
      throw new IllegalArgumentException("maxBytes: " + maxBytes + " (expected: positive)");
    }
    this.maxEntries = maxEntries;
    this.maxBytes = maxBytes;
    this.journal = journal;
  }

  /** What stands in the order; its links belong to the order's lock. */
  abstract static class Entry<E extends Entry<E>> {
    private static final int OBJECTS = 320;
    private static final int STRING = 56;

    private final long bytes;
    private @Nullable E older;
    private @Nullable E newer;
    private long stamp;

    /** An entry that holds these texts. */
    Entry(@Nullable String... texts) {
      long sum = OBJECTS;
      for (String text : texts) {
        sum += text == null ? 0 : STRING + 2L * text.length();
      }
      this.bytes = sum;
    }

    /** The number of its write: the higher, the later. */
    final long stamp() {
      return stamp;
    }

    /** The most memory that it is estimated to take. */
    final long bytes() {
      return bytes;
    }
  }

  /** Puts an entry last, in the place of another where there was one. */
  synchronized void replace(@Nullable E before, E after) {
    if (before != null) {
      unlink(before);
    }
    restore(after);
    journal.written(after);
  }

  /** Puts an entry last that the journal knows already. */
  synchronized void restore(E after) {
    Entry<E> added = after;
    added.stamp = ++stamp;
    added.older = newest;
    if (newest == null) {
      eldest = after;
    } else {
      ((Entry<E>) newest).newer = after;
    }
    newest = after;
    entries++;
    bytes += added.bytes;
  }

  /** Takes an entry out. */
  synchronized void remove(E entry) {
    unlink(entry);
    journal.gone(entry);
  }

  /** Tells the journal of every entry anew, the eldest first. */
  synchronized void retell() {
    for (E entry = eldest; entry != null; entry = ((Entry<E>) entry).newer) {
      journal.written(entry);
    }
  }

  /** The entry whose last write is the longest ago, or null where there is none. */
  synchronized @Nullable E eldest() {
    return eldest;
  }

  /** The {@link #eldest} where there are more entries or bytes than allowed, or else null. */
  synchronized @Nullable E surplus() {
    return entries > maxEntries || bytes > maxBytes ? eldest : null;
  }

  synchronized long entries() {
    return entries;
  }

  synchronized long bytes() {
    return bytes;
  }

  private void unlink(E entry) {
    Entry<E> gone = entry;
    E older = gone.older;
    E newer = gone.newer;
    if (older == null) {
      eldest = newer;
    } else {
      ((Entry<E>) older).newer = newer;
    }
    if (newer == null) {
      newest = older;
    } else {
      ((Entry<E>) newer).older = older;
    }
    gone.older = null;
    gone.newer = null;
    entries--;
    bytes -= gone.bytes;
  }
}

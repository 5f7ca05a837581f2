package dev.mooring.gateway.api;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The prefixes of conversations that were read lately, by the hash of their bytes; those that were
 * not asked for longest go first. Safe for use by several threads.
 */
class KnownPrefixes {
  /** No prefix may take more than one in so many of all bytes. */
  private static final int LEAST_PREFIXES = 64;

  private final long mostBytes;
  private final Map<Long, KnownPrefix> byHash = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * Knows none.
   *
   * @param mostBytes what they may take of the heap together
   */
  KnownPrefixes(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** The longest prefix of a text that is known, or null. */
  synchronized @Nullable KnownPrefix find(PrefixHashes hashes) {
    for (int blocks = hashes.blocks(); blocks > 0; blocks--) {
      KnownPrefix known = byHash.get(hashes.first(blocks));
      if (known != null && known.check() == hashes.second(blocks) && known.blocks() == blocks) {
        return known;
      }
    }
    return null;
  }

  /** Remembers a prefix of a text. */
  synchronized void add(PrefixHashes hashes, KnownPrefix prefix) {
    if (prefix.heapBytes() > mostBytes / LEAST_PREFIXES) {
      return;
    }
    KnownPrefix replaced = byHash.put(hashes.first(prefix.blocks()), prefix);
    bytes += prefix.heapBytes() - (replaced == null ? 0 : replaced.heapBytes());
    for (Iterator<KnownPrefix> oldest = byHash.values().iterator(); bytes > mostBytes; ) {
      bytes -= oldest.next().heapBytes();
      oldest.remove();
    }
  }

  /** What they take of the heap together. */
  synchronized long heapBytes() {
    return bytes;
  }
}

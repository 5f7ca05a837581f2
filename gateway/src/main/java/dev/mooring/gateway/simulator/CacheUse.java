package dev.mooring.gateway.simulator;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What one request takes from the prompt cache and what it will leave there.
 *
 * @param total the whole prompt, in tokens
 * @param read tokens read
 * @param writtenShort tokens to write for the short lifetime
 * @param writtenLong tokens to write for the long lifetime
 * @param start when the request began: lifetimes count from here
 * @param entries what is stored once the answer begins
 */
record CacheUse(
    int total, int read, int writtenShort, int writtenLong, Instant start, List<Entry> entries) {

  /** No cache at all. */
  static CacheUse none(int total, Instant start) {
    return new CacheUse(total, 0, 0, 0, start, List.of());
  }

  /** All tokens to write. */
  int written() {
    return writtenShort + writtenLong;
  }

  /** The tokens that are neither read nor written, as Anthropic counts its input. */
  int fresh() {
    return total - read - written();
  }

  /**
   * A prefix to store.
   *
   * @param key scope, model and prefix
   */
  record Entry(String key, Duration lifetime) {}
}

package dev.mooring.gateway.translate.model;

import dev.mooring.gateway.api.Usage;

/**
 * The tokens of an answer; input includes what was read from and written to the cache, output
 * includes reasoning.
 *
 * @param cacheWrite1h the part of {@code cacheWrite} that was written for an hour
 * @param reasoning the part of {@code output} that was thought, 0 where it is not told
 */
public record TokenUsage(
    long input, long cacheRead, long cacheWrite, long cacheWrite1h, long output, long reasoning) {

  /** Nothing used. */
  public static final TokenUsage NONE = new TokenUsage(0, 0, 0, 0, 0, 0);

  /** Input that was neither read from nor written to the cache; never below 0. */
  public long uncached() {
    return Math.max(0, input - cacheRead - cacheWrite);
  }

  /** The same as the relay counts. */
  public Usage counted() {
    return new Usage(input, cacheRead, cacheWrite, cacheWrite1h, output);
  }
}

package dev.mooring.affinity.cache;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a turn tells of the cache that its session left behind.
 *
 * @param miss why it missed; null where it did not, or where there was nothing to be read
 * @param gap what it teaches of the cache's lifetime; null for nothing
 */
public record CacheFinding(@Nullable CacheMiss miss, @Nullable Gap gap) {
  /** It tells nothing. */
  static final CacheFinding NONE = new CacheFinding(null, null);

  /**
   * A time between two uses of one cache by one conversation.
   *
   * @param before the earlier use
   * @param length from the earlier request to the later
   * @param read whether the cache was still there
   */
  public record Gap(CacheUse before, Duration length, boolean read) {}
}

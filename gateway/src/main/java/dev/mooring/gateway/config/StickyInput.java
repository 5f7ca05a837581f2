package dev.mooring.gateway.config;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a provider's own router keeps the requests of one session together by.
 *
 * @param header the header, in lower case; null for none
 * @param value the header's value where it is fixed; null where it names the session
 * @param promptCacheKey the formats in which it takes {@code prompt_cache_key}
 */
public record StickyInput(
    @Nullable String header, @Nullable String value, Set<Dialect> promptCacheKey) {
  /** Of a provider that has none, or of whom none is known. */
  public static final StickyInput NONE = new StickyInput(null, null, Set.of());
}

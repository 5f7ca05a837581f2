package dev.mooring.gateway.config;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a provider's own router keeps the requests of one session together by.
 *
 * @param header the header, in lower case; null for none
 * @param value the header's value where it is fixed; null where it names the session
 * @param fields the body field that names the session, by format
 */
public record StickyInput(
    @Nullable String header, @Nullable String value, Map<Dialect, String> fields) {
  /** Of a provider that has none, or of whom none is known. */
  public static final StickyInput NONE = new StickyInput(null, null, Map.of());
}

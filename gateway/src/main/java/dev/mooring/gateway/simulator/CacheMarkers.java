package dev.mooring.gateway.simulator;

import dev.mooring.gateway.simulator.PromptBlock.Marker;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules of Claude's cache markers: at most four, long before short, none on nothing. */
final class CacheMarkers {
  private static final int MAX_MARKERS = 4;

  private CacheMarkers() {}

  /**
   * What is wrong with a prompt's cache markers; null for nothing.
   *
   * @param prefix what the vendor says before the model's own words
   */
  static @Nullable ApiError check(List<PromptBlock> blocks, Vendor vendor, String prefix) {
    int count = 0;
    boolean shortSeen = false;
    for (PromptBlock block : blocks) {
      if (block.marker() == Marker.NONE) {
        continue;
      }
      count++;
      if (block.tokens() == 0) {
        return vendor.invalid(prefix + "cache_control cannot be set for empty text blocks");
      }
      if (block.marker() == Marker.LONG && shortSeen) {
        return vendor.invalid(
            prefix
                + "cache_control.ttl: a ttl='1h' cache_control block must not come after a"
                + " ttl='5m' cache_control block.");
      }
      shortSeen |= block.marker() == Marker.SHORT;
    }
    return count <= MAX_MARKERS
        ? null
        : vendor.invalid(
            prefix
                + "A maximum of 4 blocks with cache_control may be provided. Found "
                + count
                + ".");
  }
}

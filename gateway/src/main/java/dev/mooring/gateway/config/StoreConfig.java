package dev.mooring.gateway.config;

import org.jspecify.annotations.Nullable;

/**
 * Where pins are kept.
 *
 * @param maxEntries the most entries the memory store holds, half of them pins, half of them
 *     issuers of continuity ids
 * @param maxBytes the most memory that they take, estimated, in bytes; shared alike
 * @param redis where the shared store is; null for the memory store
 */
public record StoreConfig(Type type, long maxEntries, long maxBytes, @Nullable RedisConfig redis) {
  /** The memory store. */
  public static StoreConfig memory(long maxEntries, long maxBytes) {
    return new StoreConfig(Type.MEMORY, maxEntries, maxBytes, null);
  }

  /** The kinds of stores. */
  public enum Type {
    MEMORY,
    REDIS
  }
}

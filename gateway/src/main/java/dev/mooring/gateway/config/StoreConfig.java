package dev.mooring.gateway.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where pins are kept.
 *
 * @param maxEntries the most entries the memory store holds, half of them pins, half of them
 *     issuers of continuity ids
 * @param maxBytes the most memory that they take, estimated, in bytes; shared alike
 * @param file where the memory store is kept over restarts; null where it is not
 * @param retention how long the record of sessions keeps what it is told
 * @param redis where the shared store is; null for the memory store
 */
public record StoreConfig(
    Type type,
    long maxEntries,
    long maxBytes,
    @Nullable Path file,
    RetentionConfig retention,
    @Nullable RedisConfig redis) {

  /** The memory store, which ends with the process. */
  public static StoreConfig memory(long maxEntries, long maxBytes) {
    return new StoreConfig(Type.MEMORY, maxEntries, maxBytes, null, RetentionConfig.DEFAULT, null);
  }

  /**
   * The same memory store, kept over restarts.
   *
   * @param path where; null for the platform's folder for state
   */
  public StoreConfig durable(@Nullable Path path) {
    Path kept = path == null ? SessionsFile.standard() : path;
    return new StoreConfig(type, maxEntries, maxBytes, kept, retention, redis);
  }

  /** The kinds of stores. */
  public enum Type {
    MEMORY,
    REDIS
  }
}

package dev.mooring.gateway.config;

/**
 * Where pins are kept.
 *
 * @param maxEntries the most pins the memory store holds
 * @param maxBytes the most memory that they take, estimated, in bytes
 */
public record StoreConfig(Type type, long maxEntries, long maxBytes) {
  /** The kinds of stores. */
  public enum Type {
    MEMORY
  }
}

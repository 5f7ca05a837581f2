package dev.mooring.gateway.config;

import java.time.Duration;
import java.util.List;

/**
 * Where the shared store is.
 *
 * @param uris one address, or a cluster's seeds; they may hold a password
 * @param cluster whether they lead to a Redis Cluster
 * @param keyPrefix what every key begins with
 * @param timeout the longest that a request waits for one call
 * @param tls how TLS is done, where an address asks for it
 */
public record RedisConfig(
    List<String> uris, boolean cluster, String keyPrefix, Duration timeout, RedisTlsConfig tls) {
  /** Without the addresses, which may hold a password. */
  @Override
  public String toString() {
    return "RedisConfig[uris=%d, cluster=%s, keyPrefix=%s, timeout=%s, tls=%s]"
        .formatted(uris.size(), cluster, keyPrefix, timeout, tls);
  }
}

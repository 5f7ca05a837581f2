package dev.mooring.store.redis;

import dev.mooring.affinity.SessionRecord.Retention;
import java.time.Duration;
import java.util.List;

/**
 * Where Redis is and how it is used (contract, section 7).
 *
 * @param uris {@code redis://}, {@code rediss://}, {@code redis-socket://} or {@code
 *     redis-sentinel://}, with user and password where there are any; one, or for a cluster its
 *     seeds
 * @param cluster whether the URIs are seeds of a Redis Cluster
 * @param keyPrefix what every key begins with; without braces, which would move a session's slot
 * @param timeout the longest that a call waits for its answer
 * @param maxModels the most pins a session may have
 * @param retention how long the record keeps what it is told
 * @param tls how TLS is done, where an address asks for it
 */
public record RedisSettings(
    List<String> uris,
    boolean cluster,
    String keyPrefix,
    Duration timeout,
    int maxModels,
    Retention retention,
    RedisTls tls) {

  /** The default of {@code store.redis.keyPrefix}. */
  public static final String DEFAULT_KEY_PREFIX = "mooring:";

  /** The default of {@code store.redis.timeout}. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofMillis(50);

  /** The default of {@code affinity.maxModels}. */
  public static final int DEFAULT_MAX_MODELS = 8;

  public RedisSettings {
    uris = List.copyOf(uris);
    if (uris.isEmpty() || (uris.size() > 1 && !cluster)) {
      throw new IllegalArgumentException("uris: " + uris.size() + " (expected: 1, or a cluster's)");
    }
    if (keyPrefix.indexOf('{') >= 0 || keyPrefix.indexOf('}') >= 0) {
      throw new IllegalArgumentException("keyPrefix: " + keyPrefix + " (expected: no braces)");
    }
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("timeout: " + timeout + " (expected: positive)");
    }
    if (maxModels < 1) {
      throw new IllegalArgumentException("maxModels: " + maxModels + " (expected: at least 1)");
    }
  }

  /** One Redis, or a Sentinel set, with every default. */
  public static RedisSettings of(String uri) {
    return new RedisSettings(
        List.of(uri),
        false,
        DEFAULT_KEY_PREFIX,
        DEFAULT_TIMEOUT,
        DEFAULT_MAX_MODELS,
        Retention.DEFAULT,
        RedisTls.DEFAULT);
  }

  /** A Redis Cluster by its seeds, with every default. */
  public static RedisSettings ofCluster(List<String> seeds) {
    return new RedisSettings(
        seeds,
        true,
        DEFAULT_KEY_PREFIX,
        DEFAULT_TIMEOUT,
        DEFAULT_MAX_MODELS,
        Retention.DEFAULT,
        RedisTls.DEFAULT);
  }

  /** The same place, with another prefix. */
  public RedisSettings withKeyPrefix(String prefix) {
    return new RedisSettings(uris, cluster, prefix, timeout, maxModels, retention, tls);
  }

  /** The same place, with another timeout. */
  public RedisSettings withTimeout(Duration duration) {
    return new RedisSettings(uris, cluster, keyPrefix, duration, maxModels, retention, tls);
  }

  /** The same place, with another bound of pins a session. */
  public RedisSettings withMaxModels(int models) {
    return new RedisSettings(uris, cluster, keyPrefix, timeout, models, retention, tls);
  }

  /** The same place, with other security. */
  public RedisSettings withTls(RedisTls security) {
    return new RedisSettings(uris, cluster, keyPrefix, timeout, maxModels, retention, security);
  }

  /** Without the URIs, which may hold a password. */
  @Override
  public String toString() {
    return "RedisSettings[uris="
        + uris.size()
        + ", cluster="
        + cluster
        + ", keyPrefix="
        + keyPrefix
        + ", timeout="
        + timeout
        + ", maxModels="
        + maxModels
        + ", retention="
        + retention
        + "]";
  }
}

package dev.mooring.gateway.store;

import dev.mooring.affinity.SessionRecord.Retention;
import dev.mooring.gateway.config.RedisConfig;
import dev.mooring.gateway.config.RedisTlsConfig;
import dev.mooring.store.redis.RedisSettings;
import dev.mooring.store.redis.RedisTls;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A configuration of Redis as the store takes it. */
final class StoreSettings {
  private StoreSettings() {}

  /** The store's settings. */
  static RedisSettings of(RedisConfig config, int maxModels, Retention retention) {
    return new RedisSettings(
        config.uris(),
        config.cluster(),
        config.keyPrefix(),
        config.timeout(),
        maxModels,
        retention,
        tls(config.tls()));
  }

  private static RedisTls tls(RedisTlsConfig config) {
    RedisTls.Verify verify =
        switch (config.verify()) {
          case FULL -> RedisTls.Verify.FULL;
          case CA -> RedisTls.Verify.CA;
          case NONE -> RedisTls.Verify.NONE;
        };
    return new RedisTls(
        verify, path(config.caFile()), path(config.certificateFile()), path(config.keyFile()));
  }

  private static @Nullable Path path(@Nullable String name) {
    return name == null ? null : Path.of(name);
  }
}

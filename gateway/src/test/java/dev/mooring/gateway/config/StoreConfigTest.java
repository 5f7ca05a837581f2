package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The store's configuration. */
class StoreConfigTest {

  @Test
  void hasDefaults() {
    assertThat(ConfigText.valid(ConfigText.MINIMAL).store())
        .isEqualTo(new StoreConfig(StoreConfig.Type.MEMORY, 1_000_000, 64L << 20, null));
  }

  @Test
  void mapsEveryField() {
    String yaml =
        ConfigText.MINIMAL
            + """
            store: { type: memory, memory: { maxEntries: 10, maxBytes: 64KiB } }
            """;
    assertThat(ConfigText.valid(yaml).store())
        .isEqualTo(new StoreConfig(StoreConfig.Type.MEMORY, 10, 65536, null));
  }

  @Test
  void aRedisHasDefaultsOfItsOwn() {
    String yaml =
        ConfigText.MINIMAL + "store: { type: redis, redis: { uri: \"redis://a:6379\" } }\n";
    assertThat(ConfigText.valid(yaml).store().redis())
        .isEqualTo(
            new RedisConfig(
                List.of("redis://a:6379"),
                false,
                "mooring:",
                Duration.ofMillis(50),
                new RedisTlsConfig(RedisTlsConfig.Verify.FULL, null, null, null)));
  }

  @Test
  void mapsEveryFieldOfRedis() {
    String yaml =
        ConfigText.MINIMAL
            + """
            store:
              type: redis
              redis:
                cluster: ["redis://a", "rediss://b:7000"]
                keyPrefix: "m:"
                timeout: 1s
                tls: { verify: ca, caFile: /a/ca.crt, certificateFile: /a/tls.crt, keyFile: /a/tls.key }
            """;
    assertThat(ConfigText.valid(yaml).store().redis())
        .isEqualTo(
            new RedisConfig(
                List.of("redis://a", "rediss://b:7000"),
                true,
                "m:",
                Duration.ofSeconds(1),
                new RedisTlsConfig(
                    RedisTlsConfig.Verify.CA, "/a/ca.crt", "/a/tls.crt", "/a/tls.key")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://user:pass@10.0.0.1:6379/2",
        "rediss://:pass@redis.example.com",
        "redis-sentinel://:pass@a:26379,b:26379,c:26379/0#main",
        "rediss-sentinel://a#main",
        "redis-socket:///run/redis.sock",
        "redis-socket://user:pass@/run/redis.sock"
      })
  void everyKindOfAddressIsTaken(String uri) {
    String yaml = ConfigText.MINIMAL + "store: { type: redis, redis: { uri: \"" + uri + "\" } }";
    assertThat(Objects.requireNonNull(ConfigText.valid(yaml).store().redis()).uris())
        .containsExactly(uri);
  }

  @Test
  void aPasswordIsNeverShown() {
    String yaml =
        ConfigText.MINIMAL + "store: { type: redis, redis: { uri: \"redis://:s3cret@a\" } }";
    assertThat(ConfigText.valid(yaml).toString()).contains("RedisConfig[").doesNotContain("s3cret");
  }

  @Test
  void securityThatNoAddressAsksForIsSaid() {
    String yaml =
        ConfigText.MINIMAL
            + "store: { type: redis, redis: { uri: \"redis://a\", tls: { verify: none } } }";
    assertThat(ConfigText.warnings(yaml))
        .anyMatch(warning -> warning.contains("store.redis.tls: is not used (no address begins"));
  }

  @Test
  void aRedisThatIsNotUsedIsSaid() {
    String yaml = ConfigText.MINIMAL + "store: { redis: { uri: \"redis://a\" } }";
    assertThat(ConfigText.warnings(yaml))
        .anyMatch(
            warning -> warning.contains("store.redis: is not used (store.type is not redis)"));
  }
}

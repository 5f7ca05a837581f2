package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The store's configuration. */
class StoreConfigTest {

  @Test
  void hasDefaults() {
    assertThat(ConfigText.valid(ConfigText.MINIMAL).store())
        .isEqualTo(StoreConfig.memory(1_000_000, 64L << 20));
  }

  @Test
  void mapsEveryField() {
    String yaml =
        ConfigText.MINIMAL
            + """
            store:
              type: memory
              path: a.db
              durable: true
              retention: { events: 1h, sessions: 2h }
              memory: { maxEntries: 10, maxBytes: 64KiB }
            """;
    assertThat(ConfigText.valid(yaml).store())
        .isEqualTo(
            new StoreConfig(
                StoreConfig.Type.MEMORY,
                10,
                65536,
                Path.of("a.db"),
                new RetentionConfig(Duration.ofHours(1), Duration.ofHours(2)),
                null));
  }

  @Test
  void theRecordKeepsEventsFor7DaysAndSessionsFor30() {
    assertThat(ConfigText.valid(ConfigText.MINIMAL).store().retention())
        .isEqualTo(new RetentionConfig(Duration.ofDays(7), Duration.ofDays(30)));
  }

  @Test
  void aPathMakesItDurableAndDurableAloneHasThePlatformsPlace() {
    assertThat(file("store: { path: /var/lib/a.db }")).isEqualTo(Path.of("/var/lib/a.db"));
    assertThat(file("store: { durable: true }")).isEqualTo(SessionsFile.standard());
    assertThat(file("store: { durable: false }")).isNull();
    assertThat(file("store: { path: ~/a.db }"))
        .isEqualTo(Path.of(System.getProperty("user.home"), "a.db"));
  }

  @Test
  void aFileBesideRedisIsNotUsed() {
    String yaml =
        ConfigText.MINIMAL + "store: { type: redis, path: a.db, redis: { uri: \"redis://a\" } }\n";
    assertThat(ConfigText.valid(yaml).store().file()).isNull();
    assertThat(ConfigText.warnings(yaml))
        .anyMatch(warning -> warning.contains("store.path: is not used (store.type is redis)"));
  }

  private static @Nullable Path file(String section) {
    return ConfigText.valid(ConfigText.MINIMAL + section + "\n").store().file();
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

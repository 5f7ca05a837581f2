package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The configuration of upstreams and their credentials. */
class ProviderConfigTest {

  @Test
  void hasDefaults() {
    assertThat(ConfigText.provider(""))
        .isEqualTo(
            new ProviderConfig(
                "a",
                Preset.of(ProviderType.ANTHROPIC),
                "https://api.anthropic.com",
                Set.of(Dialect.MESSAGES),
                null,
                false,
                false,
                true,
                new RetryConfig(2, Duration.ofMillis(500), Duration.ofSeconds(5)),
                new TimeoutsConfig(
                    Duration.ofSeconds(5), Duration.ofMinutes(2), Duration.ofMinutes(2)),
                false,
                null,
                CloudConfig.NONE,
                List.of(new CredentialConfig("k", "key-a", 1, "k"))));
  }

  @Test
  void mapsEveryField() {
    String yaml =
        """
        providers:
          - id: b
            type: openai-compatible
            baseUrl: http://127.0.0.1:9001/openai
            apis: [responses, messages]
            cacheLifetime: 7m
            zeroDataRetention: true
            promptTraining: false
            draining: true
            streamUsage: false
            retry: { maxRetries: 0, initialBackoff: 1s, maxBackoff: 2s }
            timeouts: { connect: 1s, firstByte: 2s, idle: 3s }
            promptCache: { autoInject: true, ttl: 1h, points: [{ role: system }, { index: -1 }] }
            credentials:
              - { id: one, apiKey: key-1, weight: 2.5, cacheScope: org, draining: true }
              - { id: two, apiKey: key-2, weight: 0, cacheScope: org }
        models:
          - id: m
            targets: [{ provider: b, model: up }]
        """;
    assertThat(ConfigText.valid(yaml).providers().get("b"))
        .isEqualTo(
            new ProviderConfig(
                "b",
                Preset.of(ProviderType.OPENAI_COMPATIBLE),
                "http://127.0.0.1:9001/openai",
                Set.of(Dialect.RESPONSES, Dialect.MESSAGES),
                Duration.ofMinutes(7),
                true,
                false,
                false,
                new RetryConfig(0, Duration.ofSeconds(1), Duration.ofSeconds(2)),
                new TimeoutsConfig(
                    Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(3)),
                true,
                new PromptCacheConfig(
                    true,
                    Duration.ofHours(1),
                    List.of(new MarkerPoint("system", null), new MarkerPoint(null, -1))),
                CloudConfig.NONE,
                List.of(
                    new CredentialConfig("one", "key-1", 2.5, "org", true, null),
                    new CredentialConfig("two", "key-2", 0, "org"))));
  }

  @Test
  void aCompatibleProviderMayTrainOnPromptsUntilItIsSaidNotTo() {
    GatewayConfig config =
        ConfigText.valid(
            """
            providers:
              - { id: b, type: openai-compatible, baseUrl: "http://b" }
              - { id: c, type: openai, credentials: [{ id: k, apiKey: s }] }
              - { id: d, type: openai, promptTraining: true, credentials: [{ id: k, apiKey: s }] }
            models: [{ id: m, targets: [{ provider: b, model: up }] }]
            """);
    assertThat(ConfigText.provider(config, "b").promptTraining()).isTrue();
    assertThat(ConfigText.provider(config, "c").promptTraining()).isFalse();
    assertThat(ConfigText.provider(config, "d").promptTraining()).isTrue();
  }

  @Test
  void aCompatibleProviderWithoutCredentialsHasOneThatIsEmpty() {
    String yaml =
        """
        providers: [{ id: b, type: anthropic-compatible, baseUrl: "http://ollama:11434" }]
        models: [{ id: m, targets: [{ provider: b, model: up }] }]
        """;
    assertThat(ConfigText.provider(ConfigText.valid(yaml), "b").credentials())
        .containsExactly(new CredentialConfig("default", "", 1, "default"));
  }

  @ParameterizedTest
  @CsvSource({
    "https://api.example.com/v1, https://api.example.com",
    "https://api.example.com/v1/, https://api.example.com",
    "https://api.example.com/, https://api.example.com",
    "https://openrouter.example/api/v1, https://openrouter.example/api",
    "http://[::1]:9001/, 'http://[::1]:9001'",
  })
  void aBaseUrlIsCutToItsOriginWithAWarning(String written, String origin) {
    String fields = "baseUrl: \"" + written + "\"";
    assertThat(ConfigText.provider(fields).baseUrl()).isEqualTo(origin);
    assertThat(
            ConfigText.warnings(
                ConfigText.MINIMAL.replace(
                    "type: anthropic\n", "type: anthropic\n    " + fields + "\n")))
        .singleElement()
        .asString()
        .startsWith("mooring.yaml:4: providers[0].baseUrl: is taken as " + origin + " (");
  }

  @Test
  void aCredentialNeverShowsItsKey() {
    assertThat(ConfigText.provider("").toString()).doesNotContain("key-a");
  }
}

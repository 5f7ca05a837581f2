package dev.mooring.gateway.provider;

import dev.mooring.gateway.config.CloudConfig;
import dev.mooring.gateway.config.ConfigLoader;
import dev.mooring.gateway.config.CredentialConfig;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.config.LoadedConfig;
import dev.mooring.gateway.config.Preset;
import dev.mooring.gateway.config.ProviderConfig;
import dev.mooring.gateway.config.ProviderType;
import dev.mooring.gateway.config.RetryConfig;
import dev.mooring.gateway.config.TimeoutsConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Providers as a plain configuration makes them. */
final class Providers {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private Providers() {}

  /** One of a type, at its default place in the region {@code eu-west-1}. */
  static Provider of(ProviderType type) {
    return of(type, type.dialects());
  }

  /** One that says what it speaks. */
  static Provider of(ProviderType type, Set<Dialect> dialects) {
    String usual =
        Objects.requireNonNullElse(type.defaultBaseUrl("eu-west-1"), "https://r.openai.azure.com");
    return of(type, dialects, usual, new CloudConfig("eu-west-1", "p", ""));
  }

  /** One at a place. */
  static Provider of(ProviderType type, Set<Dialect> dialects, String baseUrl, CloudConfig cloud) {
    return Provider.of(config(type, dialects, baseUrl, cloud, List.of()));
  }

  /** The configuration of one. */
  static ProviderConfig config(
      ProviderType type,
      Set<Dialect> dialects,
      String baseUrl,
      CloudConfig cloud,
      List<CredentialConfig> credentials) {
    return new ProviderConfig(
        "p",
        Preset.of(type),
        baseUrl,
        dialects,
        null,
        false,
        false,
        true,
        new RetryConfig(1, SECOND, SECOND),
        new TimeoutsConfig(SECOND, SECOND, SECOND),
        false,
        null,
        cloud,
        credentials);
  }

  /** One that a preset tells of, with accounts. */
  static Provider preset(String name, List<CredentialConfig> accounts) {
    String credentials =
        accounts.stream()
            .filter(account -> !account.apiKey().isEmpty())
            .map(
                account ->
                    "{ id: %s, apiKey: %s, cacheScope: %s }"
                        .formatted(account.id(), account.apiKey(), account.cacheScope()))
            .collect(Collectors.joining(", "));
    String yaml =
        """
        providers: [{ id: p, preset: %s, credentials: [%s] %s }]
        models: [{ id: m, targets: [{ provider: p, model: m }] }]
        """
            .formatted(
                name, credentials, name.equals("azure") ? ", baseUrl: \"http://r.example\"" : "");
    LoadedConfig loaded = ConfigLoader.parse("test", yaml, Map.of());
    GatewayConfig config = ((LoadedConfig.Valid) loaded).config();
    return Provider.of(Objects.requireNonNull(config.providers().get("p")));
  }
}

package dev.mooring.gateway.config;

import java.util.List;
import java.util.Map;

/** The configuration without a file: providers from the variables that their own SDKs read. */
final class EnvironmentConfig {
  private static final String SOURCE = "environment";
  private static final String PROVIDER =
      """
        - id: %1$s
          type: %1$s
          baseUrl: "${%2$s_BASE_URL:-%3$s}"
          credentials: [{ id: %4$s, apiKey: "${%2$s_API_KEY}" }]
      """;

  private EnvironmentConfig() {}

  /** Reads {@code OPENAI_*} and {@code ANTHROPIC_*}; all else is as by default. */
  static LoadedConfig read(Map<String, String> environment) {
    String providers =
        provider(ProviderType.OPENAI, "OPENAI", environment)
            + provider(ProviderType.ANTHROPIC, "ANTHROPIC", environment);
    if (providers.isEmpty()) {
      String message =
          "no provider (set OPENAI_API_KEY or ANTHROPIC_API_KEY, or give --config FILE)";
      return new LoadedConfig.Invalid(List.of(new ConfigError(SOURCE, 0, "", message)));
    }
    LoadedConfig loaded = ConfigLoader.parse(SOURCE, "providers:\n" + providers, environment);
    if (loaded instanceof LoadedConfig.Invalid invalid) {
      return new LoadedConfig.Invalid(
          invalid.errors().stream().map(EnvironmentConfig::withoutLine).toList());
    }
    return new LoadedConfig.Valid(((LoadedConfig.Valid) loaded).config(), List.of());
  }

  /** The text of one provider; empty where its key is not set. */
  private static String provider(
      ProviderType type, String prefix, Map<String, String> environment) {
    if (environment.getOrDefault(prefix + "_API_KEY", "").isBlank()) {
      return "";
    }
    return PROVIDER.formatted(
        type.configName(), prefix, type.defaultBaseUrl(""), Defaults.IMPLICIT_CREDENTIAL);
  }

  /** A fault without its line, which nobody wrote. */
  private static ConfigError withoutLine(ConfigError error) {
    return new ConfigError(error.file(), 0, error.path(), error.message());
  }
}

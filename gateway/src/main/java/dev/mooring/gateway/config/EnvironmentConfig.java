package dev.mooring.gateway.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The configuration without a file: providers from the variables that their own SDKs read. */
final class EnvironmentConfig {
  private static final String SOURCE = "environment";
  private static final String PROVIDER =
      """
        - id: %1$s
          type: %1$s
          %2$s
          credentials: [{ id: %3$s, apiKey: "${%4$s}" }]
      """;
  private static final List<Variables> PROVIDERS =
      List.of(
          new Variables(ProviderType.OPENAI, "OPENAI_BASE_URL", "OPENAI_API_KEY"),
          new Variables(ProviderType.AZURE, "AZURE_OPENAI_ENDPOINT", "AZURE_OPENAI_API_KEY"),
          new Variables(ProviderType.ANTHROPIC, "ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY"),
          new Variables(ProviderType.BEDROCK, "AWS_REGION", "AWS_BEARER_TOKEN_BEDROCK"),
          new Variables(
              ProviderType.GOOGLE, "GOOGLE_GEMINI_BASE_URL", "GEMINI_API_KEY", "GOOGLE_API_KEY"),
          new Variables(ProviderType.DEEPSEEK, "DEEPSEEK_BASE_URL", "DEEPSEEK_API_KEY"),
          new Variables(ProviderType.ALIBABA, "DASHSCOPE_BASE_URL", "DASHSCOPE_API_KEY"),
          new Variables(ProviderType.MOONSHOT, "MOONSHOT_BASE_URL", "MOONSHOT_API_KEY"));

  private EnvironmentConfig() {}

  /**
   * The variables of one provider; of those that may hold its key the first that is set counts.
   *
   * @param place holds its base URL, or its region
   */
  private record Variables(ProviderType type, String place, List<String> keys) {
    Variables(ProviderType type, String place, String... keys) {
      this(type, place, List.of(keys));
    }

    /** The field that says where it is. */
    String where() {
      if (type == ProviderType.BEDROCK) {
        return "region: \"${" + place + "}\"";
      }
      String usual = type.defaultBaseUrl("");
      String value = usual == null ? place : place + ":-" + usual;
      return "baseUrl: \"${" + value + "}\"";
    }
  }

  /** Reads the keys and addresses of providers; all else is as by default. */
  static LoadedConfig read(Map<String, String> environment) {
    StringBuilder providers = new StringBuilder();
    PROVIDERS.forEach(one -> providers.append(provider(one, environment)));
    if (providers.isEmpty()) {
      String message =
          "no provider (set OPENAI_API_KEY or ANTHROPIC_API_KEY or another's, or give --config"
              + " FILE)";
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
  private static String provider(Variables provider, Map<String, String> environment) {
    Optional<String> key =
        provider.keys().stream()
            .filter(name -> !environment.getOrDefault(name, "").isBlank())
            .findFirst();
    return key.map(
            name ->
                PROVIDER.formatted(
                    provider.type().configName(),
                    provider.where(),
                    Defaults.IMPLICIT_CREDENTIAL,
                    name))
        .orElse("");
  }

  /** A fault without its line, which nobody wrote. */
  private static ConfigError withoutLine(ConfigError error) {
    return new ConfigError(error.file(), 0, error.path(), error.message());
  }
}

package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Texts of configurations, read. */
final class ConfigText {
  /** The shortest valid one. */
  static final String MINIMAL =
      """
      providers:
        - id: a
          type: anthropic
          credentials: [{ id: k, apiKey: key-a }]
      models:
        - id: m
          targets: [{ provider: a, model: up }]
      """;

  private ConfigText() {}

  static GatewayConfig valid(String yaml) {
    return valid(yaml, Map.of());
  }

  static GatewayConfig valid(String yaml, Map<String, String> environment) {
    LoadedConfig loaded = ConfigLoader.parse("mooring.yaml", yaml, environment);
    assertThat(loaded).isInstanceOf(LoadedConfig.Valid.class);
    return ((LoadedConfig.Valid) loaded).config();
  }

  static List<String> warnings(String yaml) {
    LoadedConfig loaded = ConfigLoader.parse("mooring.yaml", yaml, Map.of());
    assertThat(loaded).isInstanceOf(LoadedConfig.Valid.class);
    return ((LoadedConfig.Valid) loaded).warnings();
  }

  static List<String> errors(String yaml) {
    return errors(yaml, Map.of());
  }

  static List<String> errors(String yaml, Map<String, String> environment) {
    LoadedConfig loaded = ConfigLoader.parse("mooring.yaml", yaml, environment);
    assertThat(loaded).isInstanceOf(LoadedConfig.Invalid.class);
    return ((LoadedConfig.Invalid) loaded).errors().stream().map(ConfigError::toString).toList();
  }

  /** The shortest valid one with a provider's fields added. */
  static ProviderConfig provider(String fields) {
    String yaml = MINIMAL.replace("type: anthropic\n", "type: anthropic\n" + fields.indent(4));
    return provider(valid(yaml), "a");
  }

  /** The shortest valid one with a model's fields added. */
  static ModelConfig model(String fields) {
    return model(valid(MINIMAL + fields.indent(4)), "m");
  }

  static ProviderConfig provider(GatewayConfig config, String id) {
    return Objects.requireNonNull(config.providers().get(id), id);
  }

  static ModelConfig model(GatewayConfig config, String id) {
    return Objects.requireNonNull(config.models().get(id), id);
  }
}

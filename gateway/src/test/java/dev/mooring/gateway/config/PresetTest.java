package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Providers that are known by name. */
class PresetTest {
  private static final String KEY = "credentials: [{ id: k, apiKey: s }]";

  private static String yaml(String fields) {
    return """
        providers:
          - { id: a, %s }
        models: [{ id: m, targets: [{ provider: a, model: up }] }]
        """
        .formatted(fields);
  }

  private static ProviderConfig provider(String fields) {
    return ConfigText.provider(ConfigText.valid(yaml(fields)), "a");
  }

  private static Preset named(String name) {
    return Objects.requireNonNull(Presets.named().get(name));
  }

  static Set<String> names() {
    return Presets.named().keySet();
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyPresetLoadsWithAKeyAloneAndTellsWhereItIs(String name) {
    Preset preset = named(name);
    assertThat(preset.roots().keySet()).containsAll(preset.dialects());
    assertThat(preset.dropFields()).doesNotContain("model", "messages", "stream");
    if (preset.type() != ProviderType.AZURE) {
      ProviderConfig provider = provider("preset: " + name + ", " + KEY);
      assertThat(provider.preset()).isSameAs(preset);
      assertThat(provider.baseUrl()).matches("https?://[a-z0-9.-]+(:\\d+)?");
    }
  }

  @Test
  void thePresetsAreThese() {
    assertThat(names())
        .contains(
            "xai",
            "groq",
            "mistral",
            "fireworks",
            "together",
            "cerebras",
            "zai",
            "minimax",
            "openrouter",
            "deepinfra",
            "ollama",
            "vllm",
            "sglang",
            "llamacpp");
  }

  @Test
  void aPresetSaysWhatIsUsualAndTheProviderMaySayOtherwise() {
    ProviderConfig usual = provider("preset: mistral, " + KEY);
    assertThat(usual.type()).isEqualTo(ProviderType.OPENAI_COMPATIBLE);
    assertThat(usual.baseUrl()).isEqualTo("https://api.mistral.ai");
    assertThat(usual.dialects()).containsExactly(Dialect.CHAT);
    assertThat(usual.streamUsage()).isFalse();

    ProviderConfig other =
        provider(
            "preset: mistral, type: openai-compatible, baseUrl: \"http://127.0.0.1:9001\","
                + " apis: [responses], streamUsage: true, "
                + KEY);
    assertThat(other.baseUrl()).isEqualTo("http://127.0.0.1:9001");
    assertThat(other.dialects()).containsExactly(Dialect.RESPONSES);
    assertThat(other.streamUsage()).isTrue();
    assertThat(other.preset().name()).isEqualTo("mistral");
  }

  @Test
  void aPresetOfAServerAtHomeNeedsNoKey() {
    assertThat(provider("preset: ollama").credentials())
        .containsExactly(new CredentialConfig("default", "", 1, "default"));
    assertThat(provider("preset: ollama").dialects())
        .containsExactlyInAnyOrder(Dialect.CHAT, Dialect.RESPONSES, Dialect.MESSAGES);
    assertThat(ConfigText.errors(yaml("preset: groq")))
        .singleElement()
        .asString()
        .contains("providers[0].credentials: has no entry");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          preset: grok                          | providers[0].preset: unknown value 'grok' (did you mean 'groq'?)
          preset: open-router                   | providers[0].preset: unknown value 'open-router' (did you mean 'openrouter'?)
          "preset: xai, type: openai"           | providers[0].type: is not that of the preset, openai-compatible (remove it)
          """)
  void aFaultOfAPresetIsTheOnlyOne(String fields, String message) {
    assertThat(ConfigText.errors(yaml(fields.replace("\"", "") + ", " + KEY)))
        .singleElement()
        .asString()
        .endsWith(message);
  }

  @ParameterizedTest
  @CsvSource({
    "groq, https://api.groq.com/openai/v1, https://api.groq.com, /openai/v1",
    "groq, https://api.groq.com, https://api.groq.com, /openai/v1",
    "groq, https://eu.groq.example/openai/v1/, https://eu.groq.example, /openai/v1",
    "groq, http://127.0.0.1:9001, http://127.0.0.1:9001, /v1",
    "groq, http://127.0.0.1:9001/proxy/v1, http://127.0.0.1:9001/proxy, /v1",
    "zai, https://api.z.ai/api/paas/v4, https://api.z.ai, /api/paas/v4",
    "deepinfra, https://api.deepinfra.com/v1/openai, https://api.deepinfra.com, /v1/openai",
    "alibaba, https://dashscope.aliyuncs.com/compatible-mode/v1, https://dashscope.aliyuncs.com,"
        + " /compatible-mode/v1",
    "alibaba, http://127.0.0.1:9001, http://127.0.0.1:9001, /v1",
    "xai, https://api.x.ai/v1, https://api.x.ai, /v1",
  })
  void aBaseUrlMayEndWithTheApisOwnPathAndElsewhereThePathsAreTheUsualOnes(
      String preset, String written, String origin, String root) {
    ProviderConfig provider =
        provider("preset: " + preset + ", baseUrl: \"" + written + "\", " + KEY);
    assertThat(provider.baseUrl()).isEqualTo(origin);
    assertThat(provider.preset().root(Dialect.CHAT)).isEqualTo(root);
  }

  @ParameterizedTest
  @EnumSource(ProviderType.class)
  void aTypeIsItsOwnPreset(ProviderType type) {
    Preset preset = Preset.of(type);
    assertThat(preset.type()).isEqualTo(type);
    assertThat(preset.dialects()).isEqualTo(type.dialects());
    assertThat(preset.names()).containsOnly(type.configName());
    assertThat(preset.keyless()).isEqualTo(type.compatible());
  }

  @Test
  void whatIsStickyIsKnownByProvider() {
    assertThat(named("xai").sticky())
        .isEqualTo(new StickyInput("x-grok-conv-id", null, Set.of(Dialect.RESPONSES)));
    assertThat(Preset.of(ProviderType.ANTHROPIC).sticky()).isEqualTo(StickyInput.NONE);
    assertThat(named("groq").dropFields()).contains("prompt_cache_key");
  }
}

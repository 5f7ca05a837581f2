package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.config.ModelConfig.TargetConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Configurations from files and from the environment. */
class ConfigLoaderTest {
  @TempDir Path folder = Path.of("");

  @Test
  void aFileIsRead() throws IOException {
    Path file = Files.writeString(folder.resolve("mooring.yaml"), "\uFEFF" + ConfigText.MINIMAL);
    assertThat(ConfigLoader.load(file, Map.of()))
        .isEqualTo(new LoadedConfig.Valid(ConfigText.valid(ConfigText.MINIMAL), List.of()));
  }

  @Test
  void aFileThatCannotBeReadIsAFault() throws IOException {
    Path absent = folder.resolve("absent.yaml");
    assertThat(errors(ConfigLoader.load(absent, Map.of())))
        .containsExactly(absent + ": there is no such file");
    Path binary = Files.write(folder.resolve("binary.yaml"), new byte[] {(byte) 0xff, 0});
    assertThat(errors(ConfigLoader.load(binary, Map.of())))
        .containsExactly(binary + ": is not text in UTF-8");
    assertThat(errors(ConfigLoader.load(folder, Map.of())))
        .singleElement()
        .asString()
        .startsWith(folder + ": cannot be read: ");
  }

  @Test
  void theEnvironmentAloneGivesProvidersWithTheirBuiltInModels() {
    Map<String, String> environment =
        Map.of(
            "OPENAI_API_KEY",
            "sk-1",
            "OPENAI_BASE_URL",
            "http://127.0.0.1:9001/v1",
            "ANTHROPIC_API_KEY",
            "sk-2");
    GatewayConfig config =
        ((LoadedConfig.Valid) ConfigLoader.fromEnvironment(environment)).config();
    assertThat(config.providers().keySet()).containsExactly("openai", "anthropic");
    assertThat(ConfigText.provider(config, "openai").baseUrl()).isEqualTo("http://127.0.0.1:9001");
    assertThat(ConfigText.provider(config, "anthropic").baseUrl())
        .isEqualTo("https://api.anthropic.com");
    assertThat(ConfigText.provider(config, "anthropic").credentials())
        .containsExactly(new CredentialConfig("default", "sk-2", 1, "default"));
    assertThat(config.models()).containsKeys("openai/gpt-4o", "anthropic/claude-sonnet-5");
    assertThat(config.aliases()).containsKeys("gpt-4o", "claude-sonnet-5", "claude-haiku-4-5");
    assertThat(config.server()).isEqualTo(ConfigText.valid(ConfigText.MINIMAL).server());
  }

  @ParameterizedTest
  @CsvSource({
    "GEMINI_API_KEY, google, https://generativelanguage.googleapis.com, google/gemini-2.5-pro",
    "GOOGLE_API_KEY, google, https://generativelanguage.googleapis.com, google/gemini-2.5-pro",
    "DEEPSEEK_API_KEY, deepseek, https://api.deepseek.com, deepseek/deepseek-v4-pro",
    "DASHSCOPE_API_KEY, alibaba, https://dashscope-intl.aliyuncs.com, alibaba/qwen3-max",
    "MOONSHOT_API_KEY, moonshot, https://api.moonshot.ai, moonshotai/kimi-k2.5",
  })
  void theOtherProvidersKeysAreKnownToo(
      String variable, String provider, String origin, String model) {
    GatewayConfig config =
        ((LoadedConfig.Valid) ConfigLoader.fromEnvironment(Map.of(variable, "sk"))).config();
    assertThat(config.providers()).containsOnlyKeys(provider);
    assertThat(ConfigText.provider(config, provider).baseUrl()).isEqualTo(origin);
    assertThat(ConfigText.provider(config, provider).credentials())
        .containsExactly(new CredentialConfig("default", "sk", 1, "default"));
    assertThat(config.models()).containsKey(model);
  }

  @Test
  void azureAndBedrockAreFoundByTheirKeysAndPlaces() {
    Map<String, String> environment =
        Map.of(
            "AZURE_OPENAI_API_KEY", "az",
            "AZURE_OPENAI_ENDPOINT", "https://r.openai.azure.com/",
            "AWS_BEARER_TOKEN_BEDROCK", "aws",
            "AWS_REGION", "eu-west-1",
            "ANTHROPIC_API_KEY", "sk");
    GatewayConfig config =
        ((LoadedConfig.Valid) ConfigLoader.fromEnvironment(environment)).config();
    assertThat(config.providers()).containsOnlyKeys("azure", "anthropic", "bedrock");
    assertThat(ConfigText.provider(config, "azure").baseUrl())
        .isEqualTo("https://r.openai.azure.com");
    assertThat(ConfigText.provider(config, "bedrock").baseUrl())
        .isEqualTo("https://bedrock-runtime.eu-west-1.amazonaws.com");
    assertThat(ConfigText.model(config, "openai/gpt-5.5").targets())
        .containsExactly(new TargetConfig("azure", "gpt-5.5", null));
    assertThat(ConfigText.model(config, "anthropic/claude-sonnet-4.6").targets())
        .containsExactly(
            new TargetConfig("anthropic", "claude-sonnet-4-6", null),
            new TargetConfig("bedrock", "global.anthropic.claude-sonnet-4-6", null));
  }

  @Test
  void aKeyOfACloudWithoutItsPlaceIsAFault() {
    assertThat(errors(ConfigLoader.fromEnvironment(Map.of("AZURE_OPENAI_API_KEY", "k"))))
        .singleElement()
        .asString()
        .contains("AZURE_OPENAI_ENDPOINT is not set");
    assertThat(errors(ConfigLoader.fromEnvironment(Map.of("AWS_BEARER_TOKEN_BEDROCK", "k"))))
        .singleElement()
        .asString()
        .contains("AWS_REGION is not set");
  }

  @Test
  void onlyProvidersWithAKeyAreMade() {
    Map<String, String> environment = Map.of("OPENAI_API_KEY", "", "ANTHROPIC_API_KEY", "sk-2");
    GatewayConfig config =
        ((LoadedConfig.Valid) ConfigLoader.fromEnvironment(environment)).config();
    assertThat(config.providers()).containsOnlyKeys("anthropic");
    assertThat(config.models().keySet()).allMatch(id -> id.startsWith("anthropic/"));
  }

  @Test
  void anEnvironmentWithoutKeysIsAFaultThatNamesThem() {
    assertThat(errors(ConfigLoader.fromEnvironment(Map.of())))
        .containsExactly(
            "environment: no provider (set OPENAI_API_KEY or ANTHROPIC_API_KEY or another's, or"
                + " give --config FILE)");
    assertThat(
            errors(
                ConfigLoader.fromEnvironment(
                    Map.of("OPENAI_API_KEY", "k", "OPENAI_BASE_URL", "nowhere"))))
        .containsExactly(
            "environment: providers[0].baseUrl: is not an http or https origin (expected: such as"
                + " https://api.example.com)");
  }

  private static List<String> errors(LoadedConfig loaded) {
    return ((LoadedConfig.Invalid) loaded).errors().stream().map(ConfigError::toString).toList();
  }
}

package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The configurations that newcomers copy are valid. */
class DocumentedConfigTest {
  private static final Path ROOT = Path.of("..");
  private static final Map<String, String> ENV =
      Map.of(
          "ACME_WEB_KEY", "sk-acme-web",
          "ACME_ANTHROPIC_KEY", "sk-ant-own",
          "ANTHROPIC_KEY_A", "sk-ant-a",
          "ANTHROPIC_KEY_B", "sk-ant-b",
          "OPENAI_API_KEY", "sk-openai",
          "OPENAI_BATCH_KEY", "sk-batch",
          "AWS_BEARER_TOKEN_BEDROCK", "bedrock-key",
          "OPENROUTER_API_KEY", "sk-or");

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/prompt-caching.md"})
  void aPagesConfigurationLoadsWithoutAWarning(String page) throws IOException {
    Matcher block =
        Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(ROOT.resolve(page)));
    assertThat(block.find()).isTrue();
    assertLoads(page, block.group(1));
  }

  @Test
  void theClientsExampleLoadsWithoutAWarning() throws IOException {
    Path example = ROOT.resolve("docs/examples/clients.yaml");
    assertLoads("clients.yaml", Files.readString(example));
  }

  @Test
  void theExampleOfRulesLoadsWithoutAWarning() throws IOException {
    Matcher block =
        Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(ROOT.resolve("docs/rules.md")));
    assertThat(block.find()).isTrue();
    assertLoads("rules.md", block.group(1));
  }

  @Test
  void theExamplesOfProvidersLoadWithoutAWarning() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/providers.md"));
    Map<String, String> environment = new HashMap<>();
    Pattern.compile("\\$\\{([A-Z_]+)}|`(AZURE_[A-Z_]+)`")
        .matcher(page)
        .results()
        .forEach(
            found ->
                environment.put(
                    found.group(1) == null ? found.group(2) : found.group(1), "https://value"));
    List<MatchResult> blocks =
        Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL).matcher(page).results().toList();
    assertThat(blocks).hasSizeGreaterThanOrEqualTo(3);
    for (MatchResult block : blocks) {
      LoadedConfig loaded = ConfigLoader.parse("providers.md", block.group(1), environment);
      assertThat(loaded).as(loaded.toString()).isInstanceOf(LoadedConfig.Valid.class);
      assertThat(((LoadedConfig.Valid) loaded).warnings()).isEmpty();
    }
  }

  @Test
  void theLimitsExampleLoadsBesideItsProvidersAndModels() throws IOException {
    Matcher block =
        Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(ROOT.resolve("docs/limits.md")));
    assertThat(block.find()).isTrue();
    String rest =
        """
        providers:
          - { id: anthropic, type: anthropic, credentials: [{ id: a, apiKey: k }] }
          - { id: openai, type: openai, credentials: [{ id: a, apiKey: k }] }
          - { id: bedrock, type: anthropic-compatible, baseUrl: "http://127.0.0.1:1" }
        models:
          - { id: m, price: { input: 1, output: 2 }, targets: [{ provider: anthropic, model: m }] }
        """;
    assertLoads("limits.md", block.group(1) + rest);
  }

  private static void assertLoads(String name, String yaml) {
    LoadedConfig loaded = ConfigLoader.parse(name, yaml, ENV);
    assertThat(loaded).isInstanceOf(LoadedConfig.Valid.class);
    assertThat(((LoadedConfig.Valid) loaded).warnings()).isEmpty();
  }
}

package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.config.ModelConfig.Caching;
import dev.mooring.gateway.config.ModelConfig.Price;
import dev.mooring.gateway.config.ModelConfig.TargetConfig;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The configuration of models. */
class ModelConfigTest {

  @Test
  void hasDefaults() {
    assertThat(ConfigText.model(""))
        .isEqualTo(
            new ModelConfig(
                "m", List.of(), null, null, Set.of(), List.of(new TargetConfig("a", "up", null))));
    assertThat(ConfigText.model("").weighted()).isFalse();
  }

  @Test
  void mapsEveryField() {
    String yaml =
        """
        providers:
          - { id: a, type: openai-compatible, baseUrl: "http://a" }
          - { id: b, type: openai-compatible, baseUrl: "http://b" }
        models:
          - id: vendor/m
            aliases: [m, m-latest]
            caching: { supported: true, minTokens: 2048 }
            price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, cacheWrite1h: 6 }
            capabilities: [vision, tool-use]
            targets:
              - { provider: b, model: up-b, weight: 70, price: { input: 2, output: 9 }, capabilities: [reasoning] }
              - { provider: a, model: up-a, credential: default }
        """;
    GatewayConfig config = ConfigText.valid(yaml);
    ModelConfig model =
        new ModelConfig(
            "vendor/m",
            List.of("m", "m-latest"),
            new Caching(true, 2048),
            new Price(3, 15, 0.3, 3.75, 6.0),
            Set.of(Capability.VISION, Capability.TOOL_USE),
            List.of(
                new TargetConfig(
                    "b",
                    "up-b",
                    70.0,
                    null,
                    new Price(2, 9, null, null, null),
                    Set.of(Capability.REASONING)),
                new TargetConfig("a", "up-a", null, "default", null, null)));
    assertThat(config.models()).containsOnlyKeys("vendor/m").containsValue(model);
    assertThat(config.aliases()).containsOnlyKeys("m", "m-latest").containsValue(model);
    assertThat(model.weighted()).isTrue();
  }

  @Test
  void withoutModelsTheBuiltInOnesOfTheProvidersAreServed() {
    String yaml = ConfigText.MINIMAL.substring(0, ConfigText.MINIMAL.indexOf("models:"));
    GatewayConfig config = ConfigText.valid(yaml);
    assertThat(config.models().keySet()).allMatch(id -> id.startsWith("anthropic/"));
    assertThat(config.aliases().get("claude-sonnet-5"))
        .isEqualTo(
            new ModelConfig(
                "anthropic/claude-sonnet-5",
                List.of("claude-sonnet-5"),
                null,
                new Price(3, 15, 0.3, 3.75, 6.0),
                Set.of(
                    Capability.VISION,
                    Capability.REASONING,
                    Capability.TOOL_USE,
                    Capability.STRUCTURED_OUTPUT),
                List.of(new TargetConfig("a", "claude-sonnet-5", null))));
  }
}

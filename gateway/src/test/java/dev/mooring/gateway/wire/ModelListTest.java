package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.SimulatorConfig;
import org.junit.jupiter.api.Test;

class ModelListTest {
  private static final String CONFIG =
      """
      teams:
        - id: acme
          keys:
            - { id: all, secret: sk-all-models }
            - { id: some, secret: sk-some-models, allow: { models: ["b/*"] } }
            - { id: less, secret: sk-only-q, allow: { providers: ["q"] } }
      providers:
        - { id: p, type: openai-compatible, baseUrl: "@0" }
        - { id: q, type: openai-compatible, baseUrl: "@0" }
      models:
        - { id: a/one, aliases: [one], targets: [{ provider: p, model: m }] }
        - { id: b/two, targets: [{ provider: p, model: m }, { provider: q, model: m }] }
      """;

  @Test
  void modelsAreListedInOpenAisShapeOrInAnthropicsWhenItsVersionIsSent() {
    try (Wire wire = Wire.of(CONFIG, SimulatorConfig.DEFAULTS)) {
      Answer openAi = wire.get("/v1/models", "authorization", "Bearer sk-all-models");
      assertThat(openAi.json().path("object").asText()).isEqualTo("list");
      assertThat(openAi.json().path("data").findValuesAsText("id"))
          .containsExactly("a/one", "one", "b/two");
      Answer anthropic =
          wire.get("/v1/models?limit=1000", "x-api-key", "sk-all-models", "anthropic-version", "1");
      assertThat(anthropic.json().path("data").path(0).path("type").asText()).isEqualTo("model");
      assertThat(anthropic.json().path("has_more").asBoolean(true)).isFalse();
    }
  }

  @Test
  void aKeySeesOnlyTheModelsThatItMayUse() {
    try (Wire wire = Wire.of(CONFIG, SimulatorConfig.DEFAULTS)) {
      Answer some = wire.get("/v1/models", "authorization", "Bearer sk-some-models");
      assertThat(some.json().path("data").findValuesAsText("id")).containsExactly("b/two");
      assertThat(wire.get("/v1/models/a/one", "authorization", "Bearer sk-some-models").status())
          .isEqualTo(404);
      assertThat(wire.get("/v1/models/b%2Ftwo", "authorization", "Bearer sk-some-models").status())
          .isEqualTo(200);
    }
  }

  @Test
  void aKeySeesNoModelWhoseProvidersItMayNotUse() {
    try (Wire wire = Wire.of(CONFIG, SimulatorConfig.DEFAULTS)) {
      Answer some = wire.get("/v1/models", "authorization", "Bearer sk-only-q");
      assertThat(some.json().path("data").findValuesAsText("id")).containsExactly("b/two");
      assertThat(wire.get("/v1/models/one", "authorization", "Bearer sk-only-q").status())
          .isEqualTo(404);
    }
  }
}

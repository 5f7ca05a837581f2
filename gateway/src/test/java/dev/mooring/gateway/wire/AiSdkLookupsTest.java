package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the AI SDK's client looks up: models, credits, generations. */
class AiSdkLookupsTest {
  private static final String CONFIG =
      """
      teams:
        - id: acme
          budget: { limitUsd: 10, period: day }
          keys:
            - { id: all, secret: sk-all }
            - { id: some, secret: sk-some, allow: { models: ["b/*"] }, budget: { limitUsd: 2, period: day } }
        - id: other
          keys: [{ id: one, secret: sk-other }]
      providers:
        - { id: p, type: openai-compatible, baseUrl: "@0", apis: [chat, responses, messages],
            credentials: [{ id: a, apiKey: key-of-a }] }
      models:
        - { id: a/one, aliases: [one], targets: [{ provider: p, model: m }] }
        - { id: b/two, targets: [{ provider: p, model: m }],
            price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 } }
      """;

  private static Wire wire;

  @BeforeAll
  static void start() {
    wire = Wire.of(CONFIG, SimulatorConfig.of(SimulatedKey.of("a", "key-of-a")));
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  /** Every budget is whole again. */
  @BeforeEach
  void reset() {
    wire.clock().advance(Duration.ofDays(2));
  }

  private static Answer get(String path, String secret) {
    return wire.get(path, "authorization", "Bearer " + secret);
  }

  @ParameterizedTest
  @CsvSource({"/v1/ai/config, v2", "/v3/ai/config, v3", "/v4/ai/config, v4", "/v4/ai/config/, v4"})
  void modelsNameTheSpecificationVersionOfTheirPath(String path, String version) {
    JsonNode models = get(path, "sk-all").json().path("models");
    assertThat(models.findValuesAsText("id")).containsExactly("a/one", "one", "b/two");
    for (JsonNode model : models) {
      assertThat(model.path("name").asText()).isEqualTo(model.path("id").asText());
      assertThat(model.path("modelType").asText()).isEqualTo("language");
      JsonNode specification = model.path("specification");
      assertThat(specification.path("specificationVersion").asText()).isEqualTo(version);
      assertThat(specification.path("modelId").asText()).isEqualTo(model.path("id").asText());
      assertThat(specification.path("provider").isTextual()).isTrue();
    }
  }

  @Test
  void pricesAreStringsForOneToken() {
    JsonNode models = get("/v4/ai/config", "sk-all").json().path("models");
    assertThat(models.path(0).has("pricing")).isFalse();
    assertThat(models.path(2).path("pricing").toString())
        .isEqualTo(
            "{\"input\":\"0.000003\",\"output\":\"0.000015\",\"input_cache_read\":\"0.0000003\","
                + "\"input_cache_write\":\"0.00000375\"}");
  }

  @Test
  void aKeySeesOnlyTheModelsThatItMayUse() {
    assertThat(get("/v4/ai/config", "sk-some").json().path("models").findValuesAsText("id"))
        .containsExactly("b/two");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v4/ai/config", "/v1/credits", "/v1/generation?id=gen_x"})
  void nothingIsToldWithoutAKey(String path) {
    Answer answer = wire.get(path);
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.json().path("error").path("type").asText()).isEqualTo("authentication_error");
    assertThat(answer.json().path("generationId").asText()).startsWith("gen_");
  }

  @ParameterizedTest
  @CsvSource({
    "/v4/ai/embedding-model",
    "/v3/ai/image-model",
    "/v1/ai/video-model",
    "/v4/ai/batch/start",
    "/v4/ai/nowhere"
  })
  void whatIsNotServedIsA404InTheShapeThatTheClientReads(String path) {
    Answer answer = wire.post(path, "{}", "authorization", "Bearer sk-all");
    assertThat(answer.status()).isEqualTo(404);
    JsonNode error = answer.json().path("error");
    assertThat(error.path("type").asText()).isEqualTo("not_found");
    assertThat(error.path("message").asText()).contains(path, "language-model");
  }

  @Test
  void anotherMethodIsA405() {
    Answer answer = wire.post("/v1/credits", "{}", "authorization", "Bearer sk-all");
    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.header("allow")).isEqualTo("GET");
  }

  @Test
  void creditsAreTheLeastThatIsLeftOfTheBudgetsOfKeyAndTeam() {
    assertThat(get("/v1/credits", "sk-all").text())
        .isEqualTo("{\"balance\":\"10\",\"total_used\":\"0\"}");
    assertThat(get("/v1/credits?teamId=team_x", "sk-some").text())
        .isEqualTo("{\"balance\":\"2\",\"total_used\":\"0\"}");
    assertThat(turn("sk-some", "b/two").status()).isEqualTo(200);
    JsonNode after = get("/v1/credits", "sk-some").json();
    double used = after.path("total_used").asDouble();
    assertThat(used).isPositive();
    assertThat(after.path("balance").asDouble()).isEqualTo(2 - used);
  }

  @Test
  void anAnswerThatCostMoreThanTheBudgetLeavesNothingAndItsWholeCostIsTold() {
    String answer =
        """
        {"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,
         "message":{"role":"assistant","content":"hi"},"finish_reason":"stop"}],
         "usage":{"prompt_tokens":0,"completion_tokens":200000,"total_tokens":200000}}
        """;
    wire.simulator(0).credential("a").fault(Fault.status(200).withBody(answer));
    assertThat(turn("sk-some", "b/two").status()).isEqualTo(200);
    String told = "{\"balance\":\"0\",\"total_used\":\"3\"}";
    await().until(() -> get("/v1/credits", "sk-some").text().equals(told));
  }

  @Test
  void withoutABudgetTheBalanceHasNoBound() {
    assertThat(get("/v1/credits", "sk-other").text())
        .isEqualTo("{\"balance\":\"Infinity\",\"total_used\":\"0\"}");
  }

  private static Answer turn(String secret, String model) {
    String body = ApiCall.CHAT.bodyOf(model, "hello", "\"max_tokens\":20");
    return wire.post(ApiCall.CHAT.path(), body, "authorization", "Bearer " + secret);
  }

  @Test
  void aGenerationIsLookedUpByTheIdThatItsAnswerTold() {
    Answer answer = turn("sk-all", "b/two");
    String id = answer.gateway().path("generationId").asText();
    JsonNode usage = answer.json().path("usage");

    JsonNode data = get("/v1/generation?id=" + id, "sk-all").json().path("data");

    assertThat(data.path("id").asText()).isEqualTo(id);
    assertThat(data.path("model").asText()).isEqualTo("b/two");
    assertThat(data.path("provider_name").asText()).isEqualTo("p");
    assertThat(data.path("total_cost").decimalValue())
        .isEqualByComparingTo(answer.gateway().path("cost").asText());
    assertThat(data.path("usage")).isEqualTo(data.path("total_cost"));
    assertThat(data.path("is_byok").booleanValue()).isFalse();
    assertThat(data.path("streamed").booleanValue()).isFalse();
    assertThat(data.path("native_tokens_prompt").asInt())
        .isEqualTo(usage.path("prompt_tokens").asInt());
    assertThat(data.path("native_tokens_completion").asInt())
        .isEqualTo(usage.path("completion_tokens").asInt());
    assertThat(Instant.parse(data.path("created_at").asText())).isNotNull();
    for (String number :
        new String[] {
          "upstream_inference_cost",
          "latency",
          "generation_time",
          "native_tokens_reasoning",
          "native_tokens_cached",
          "native_tokens_cache_creation",
          "billable_web_search_calls"
        }) {
      assertThat(data.path(number).isNumber()).as(number).isTrue();
    }
    assertThat(data.path("finish_reason").isTextual()).isTrue();
  }

  @Test
  void aGenerationWhoseStreamBrokeEndedInAnErrorAlthoughItsStatusWas200() {
    wire.simulator(0).credential("a").fault(Fault.of(FaultKind.ERROR_EVENT, 3));
    String body = ApiCall.CHAT.bodyOf("b/two", "hello", "\"stream\":true");
    Answer broken = wire.post(ApiCall.CHAT.path(), body, "authorization", "Bearer sk-all");
    String id = broken.header("x-mooring-request-id").replaceFirst("req_", "gen_");

    JsonNode data = get("/v1/generation?id=" + id, "sk-all").json().path("data");

    assertThat(broken.status()).isEqualTo(200);
    assertThat(data.path("finish_reason").asText()).isEqualTo("error");
  }

  @Test
  void anotherTeamsGenerationIsNotFound() {
    String id = turn("sk-all", "b/two").gateway().path("generationId").asText();
    assertThat(get("/v1/generation?id=" + id, "sk-some").status()).isEqualTo(200);
    String never = id.substring(0, id.length() - 1) + "U";
    for (String path : new String[] {id, "gen_nothing", never, id.replace("gen_", "req_")}) {
      Answer answer = get("/v1/generation?id=" + path, "sk-other");
      assertThat(answer.status()).isEqualTo(404);
      assertThat(answer.json().path("error").path("type").asText()).isEqualTo("not_found");
    }
    assertThat(get("/v1/generation", "sk-all").status()).isEqualTo(400);
  }
}

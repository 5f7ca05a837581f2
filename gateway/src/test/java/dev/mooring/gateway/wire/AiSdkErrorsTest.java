package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Errors in the shape that the AI SDK's client reads, with the types that it knows. */
class AiSdkErrorsTest {
  private static final String CONFIG =
      """
      teams:
        - id: acme
          keys:
            - { id: all, secret: sk-all }
            - { id: some, secret: sk-some, allow: { models: ["b/*"] } }
            - { id: spent, secret: sk-spent, budget: { limitUsd: 0.000001, period: day } }
            - { id: slow, secret: sk-slow, rateLimit: { requests: 1, per: 1d } }
      providers:
        - { id: p, type: openai-compatible, apis: [messages], baseUrl: "@0",
            retry: { maxRetries: 0 }, credentials: [{ id: a, apiKey: key-of-a }] }
      models:
        - { id: m, price: { input: 3, output: 15 }, targets: [{ provider: p, model: up }] }
      """;
  private static final AiSdk CLIENT = new AiSdk(4);

  private static Wire wire;

  @BeforeAll
  static void start() {
    wire = Wire.of(CONFIG, SimulatorConfig.of(SimulatedKey.of("a", "key-of-a")));
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  @BeforeEach
  void reset() {
    wire.simulator(0).credential("a").clearFaults();
  }

  private static Answer call(String model, String body, String secret) {
    return CLIENT.call(wire, model, false, body, "authorization", "Bearer " + secret);
  }

  private static JsonNode error(Answer answer, int status, String type) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    JsonNode error = answer.json().path("error");
    assertThat(error.path("type").asText()).isEqualTo(type);
    assertThat(error.path("message").asText()).isNotBlank();
    assertThat(error.has("param")).isTrue();
    assertThat(error.has("code")).isTrue();
    assertThat(answer.json().path("generationId").asText())
        .isEqualTo(answer.header("x-mooring-request-id").replace("req_", "gen_"));
    return error;
  }

  @Test
  void anUnknownKeyIsAnAuthenticationError() {
    error(call("m", AiSdk.HELLO, "sk-nobody"), 401, "authentication_error");
  }

  @Test
  void aWrongFieldIsAnInvalidRequestThatNamesIt() {
    JsonNode error = error(call("m", "{\"prompt\":5}", "sk-all"), 400, "invalid_request_error");
    assertThat(error.path("param").asText()).isEqualTo("prompt");
    error(call("m", "{not json", "sk-all"), 400, "invalid_request_error");
    String part = "{\"prompt\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\"}]}]}";
    assertThat(
            error(call("m", part, "sk-all"), 400, "invalid_request_error").path("param").asText())
        .isEqualTo("prompt[0].content[0].text");
  }

  @Test
  void anUnknownModelIsNamed() {
    JsonNode error = error(call("nope", AiSdk.HELLO, "sk-all"), 404, "model_not_found");
    assertThat(error.path("param").path("modelId").asText()).isEqualTo("nope");
  }

  @Test
  void whatAKeyMayNotUseIsForbidden() {
    error(call("m", AiSdk.HELLO, "sk-some"), 403, "forbidden");
  }

  @Test
  void aSpentBudgetIsForbidden() {
    error(call("m", AiSdk.HELLO, "sk-spent"), 402, "forbidden");
  }

  @Test
  void pastALimitTheAnswerSaysWhenToComeBack() {
    assertThat(call("m", AiSdk.HELLO, "sk-slow").status()).isEqualTo(200);
    Answer answer = call("m", AiSdk.HELLO, "sk-slow");
    error(answer, 429, "rate_limit_exceeded");
    assertThat(answer.header("retry-after")).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "400, invalid_request_error",
    "413, invalid_request_error",
    "422, invalid_request_error",
    "424, failed_dependency",
    "429, rate_limit_exceeded",
    "500, internal_server_error",
    "503, internal_server_error",
    "529, internal_server_error"
  })
  void aProvidersErrorKeepsItsStatusAndMessage(int status, String type) {
    wire.simulator(0)
        .credential("a")
        .fault(Fault.status(status).withError("theirs", null, "their words"));
    Answer answer = call("m", AiSdk.HELLO, "sk-all");
    assertThat(error(answer, status, type).path("message").asText()).isEqualTo("their words");
    JsonNode attempts = AiSdk.routing(answer).path("modelAttempts").path(0);
    assertThat(attempts.path("providerAttempts").path(0).path("statusCode").asInt())
        .isEqualTo(status);
    assertThat(answer.json().has("provider_metadata")).isFalse();
  }

  @Test
  void aRouteThatIsNotThereIsNotFound() {
    Answer answer = wire.post("/v4/ai/image-model", "{}", "authorization", "Bearer sk-all");
    error(answer, 404, "not_found");
  }
}

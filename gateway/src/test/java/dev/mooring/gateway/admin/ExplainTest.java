package dev.mooring.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import dev.mooring.gateway.wire.Answer;
import dev.mooring.gateway.wire.Wire;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What explain says is what the next request does; it calls nobody and writes nothing. */
class ExplainTest {
  private static final String CONFIG =
      """
      teams:
        - { id: acme, keys: [{ id: web, secret: web-secret, allow: { providers: ["p", "q"] } }] }
      providers:
        - { id: p, type: openai-compatible, baseUrl: "@0", apis: [chat, responses, messages],
            credentials: [{ id: a, apiKey: key-of-a }, { id: b, apiKey: key-of-b }] }
        - { id: q, type: openai-compatible, baseUrl: "@1", apis: [chat, responses, messages] }
      models:
        - { id: m, price: { input: 2, output: 8, cacheRead: 0.5 },
            targets: [{ provider: p, model: up-m }, { provider: q, model: up-m }] }
      """;
  private static final String BODY =
      "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hello there\"}]}";

  private static final String PROMPT =
      "{\"prompt\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}]}";

  private Wire wire;

  @BeforeEach
  void start() {
    wire =
        Wire.of(
            CONFIG,
            SimulatorConfig.of(SimulatedKey.of("a", "key-of-a"), SimulatedKey.of("b", "key-of-b")),
            SimulatorConfig.DEFAULTS);
  }

  @AfterEach
  void stop() {
    wire.close();
  }

  @Test
  void itAgreesWithTheNextRequestAndCallsNobody() {
    for (int session = 0; session < 20; session++) {
      JsonNode told = explain(BODY, Map.of("x-session-id", "s" + session)).json();
      JsonNode model = told.path("models").path(0);
      assertThat(wire.received(0)).hasSize(session);

      Answer answer = chat("s" + session, BODY);
      assertThat(answer.outcome()).isEqualTo(model.path("outcome").asText()).isEqualTo("no_pin");
      assertThat(wire.received(0).get(session).credential())
          .isEqualTo(model.path("candidates").path(0).path("credential").asText());
      assertThat(answer.routing().path("planningReasoning").asText())
          .isEqualTo(model.path("planningReasoning").asText());
      assertThat(answer.header("x-mooring-session-id"))
          .isEqualTo(told.path("session").path("id").asText());
    }
  }

  @Test
  void itWritesNothing() {
    explain(BODY, Map.of("x-session-id", "s"));
    assertThat(chat("s", BODY).outcome()).isEqualTo("no_pin");
  }

  @Test
  void aPinShowsAndItsCacheIsPricedAsRead() {
    chat(
        "s",
        BODY.replace(
            "\"model\"", "\"providerOptions\":{\"gateway\":{\"only\":[\"q\"]}},\"model\""));
    JsonNode model = explain(BODY, Map.of("x-session-id", "s")).json().path("models").path(0);

    assertThat(model.path("outcome").asText()).isEqualTo("promoted");
    assertThat(model.path("displacedProvider").asText()).isEqualTo("p");
    assertThat(model.path("pin").path("state").asText()).isEqualTo("pinned");
    assertThat(model.path("pin").path("provider").asText()).isEqualTo("q");
    double pinned = model.path("candidates").path(0).path("estimatedInputCostUsd").asDouble();
    double cold = model.path("candidates").path(1).path("estimatedInputCostUsd").asDouble();
    assertThat(pinned).isPositive().isEqualTo(cold / 4);
  }

  @Test
  void aRefusalIsToldWithTheStagesBeforeIt() {
    String only =
        BODY.replace("\"model\"", "\"providerOptions\":{\"gateway\":{\"only\":[\"x\"]}},\"model\"");
    JsonNode told = explain(only, Map.of()).json();

    assertThat(told.path("error").path("status").asInt()).isEqualTo(400);
    assertThat(told.path("error").path("message").asText()).contains("p, q");
    assertThat(told.path("trail")).extracting(line -> line.path("stage").asText()).contains("key");
    assertThat(told.path("models")).isEmpty();
  }

  @Test
  void whatCannotBeReadIsA400ThatNamesTheField() {
    assertThat(post("no json").status()).isEqualTo(400);
    assertThat(field(post("{\"team\":\"acme\",\"key\":\"web\",\"body\":\"no json\"}")))
        .isEqualTo("body");
    assertThat(field(post("{}"))).isEqualTo("body");
    assertThat(field(post("{\"path\":\"/v2/x\",\"body\":{}}"))).isEqualTo("path");
    assertThat(field(post("{\"team\":\"acme\",\"key\":\"nobody\",\"body\":" + BODY + "}")))
        .isEqualTo("key");
    assertThat(field(post("{\"team\":\"acme\",\"key\":\"web\",\"body\":{\"model\":7}}")))
        .isEqualTo("body.model");
  }

  @Test
  void aLongBodyIsReadWhateverTypeItIsSentWith() {
    String words = BODY.replace("hello there", "hello there ".repeat(10_000));
    String request =
        "{\"path\":\"/v1/chat/completions\",\"team\":\"acme\",\"key\":\"web\",\"body\":";
    for (String type : new String[] {"application/x-www-form-urlencoded", "multipart/form-data"}) {
      Answer answer = post(request + words + "}", "content-type", type);
      assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }
  }

  @Test
  void aBodyThatIsTooLongIsA413InTheShapeOfTheAdminApi() {
    Answer answer = post("\"" + "x".repeat(64 << 20) + "\"");
    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.json().path("error").path("message").asText()).contains("too long");
  }

  @Test
  void aCallOfTheAiSdkNamesItsModelInItsHeaders() {
    for (String path : new String[] {"/v1/ai/language-model", "/v4/ai/language-model"}) {
      String session = "ai" + path.charAt(2);
      JsonNode told =
          post(aiSdk(path, "\"ai-language-model-id\":\"m\",\"x-session-id\":\"" + session + "\""))
              .json();
      JsonNode model = told.path("models").path(0);
      assertThat(model.path("model").asText()).as(told.toString()).isEqualTo("m");

      Answer answer =
          wire.post(
              path,
              PROMPT,
              "ai-language-model-id",
              "m",
              "x-session-id",
              session,
              "authorization",
              "Bearer web-secret");
      assertThat(answer.status()).as(answer.text()).isEqualTo(200);
      int last = wire.received(0).size() - 1;
      assertThat(wire.received(0).get(last).credential())
          .isEqualTo(model.path("candidates").path(0).path("credential").asText());
      assertThat(told.path("session").path("id").asText()).isEqualTo(session);
    }
  }

  @Test
  void whatIsWrongWithAHeaderOfTheAiSdkNamesTheHeader() {
    String path = "/v4/ai/language-model";
    assertThat(field(post(aiSdk(path, "")))).isEqualTo("headers.ai-language-model-id");
    String version =
        "\"ai-language-model-id\":\"m\",\"ai-language-model-specification-version\":\"9\"";
    assertThat(field(post(aiSdk(path, version))))
        .isEqualTo("headers.ai-language-model-specification-version");
    assertThat(field(post(aiSdk("/v4/ai/embedding-model", "")))).isEqualTo("path");
  }

  private static String aiSdk(String path, String headers) {
    return "{\"path\":\"%s\",\"team\":\"acme\",\"key\":\"web\",\"headers\":{%s},\"body\":%s}"
        .formatted(path, headers, PROMPT);
  }

  private static String field(Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    return answer.json().path("error").path("param").asText();
  }

  private Answer explain(String body, Map<String, String> headers) {
    ObjectNode request = JsonNodeFactory.instance.objectNode();
    request.put("path", "/v1/chat/completions").put("team", "acme").put("key", "web");
    ObjectNode named = request.putObject("headers");
    headers.forEach(named::put);
    request.put("body", body);
    Answer answer = post(request.toString());
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer;
  }

  private Answer post(String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(wire.managementOrigin() + "/admin/v1/explain"));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return wire.send(
        request.header("x-mooring-console", "1").POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private Answer chat(String session, String body) {
    return wire.post(
        "/v1/chat/completions",
        body,
        "x-session-id",
        session,
        "authorization",
        "Bearer web-secret");
  }
}

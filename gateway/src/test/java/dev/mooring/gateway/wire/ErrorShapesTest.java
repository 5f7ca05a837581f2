package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Errors of ours take the shape of the API that was called (contract, section 3). */
class ErrorShapesTest {
  private static final String CONFIG =
      """
      teams:
        - id: acme
          keys:
            - { id: all, secret: sk-all }
            - { id: some, secret: sk-some, allow: { models: ["b/*"] } }
            - { id: elsewhere, secret: sk-elsewhere, allow: { providers: ["secret-q"] } }
            - { id: no-credential, secret: sk-none, allow: { credentials: ["other"] } }
            - { id: b-only, secret: sk-b, allow: { credentials: ["b"] } }
      providers:
        - { id: p, type: openai-compatible, baseUrl: "@0", apis: [chat, responses, messages],
            credentials: [{ id: a, apiKey: key-of-a }, { id: b, apiKey: key-of-b }] }
        - { id: chatty, type: openai-compatible, baseUrl: "@0", credentials: [{ id: a, apiKey: key-of-a }] }
        - { id: claude, type: anthropic, baseUrl: "@0", credentials: [{ id: a, apiKey: key-of-a }] }
      models:
        - { id: a/hidden, aliases: [m], targets: [{ provider: p, model: up }] }
        - { id: b/two, targets: [{ provider: p, model: up }] }
        - { id: chat-only, targets: [{ provider: chatty, model: up }] }
        - { id: messages-only, targets: [{ provider: claude, model: up }] }
      """;

  private static Wire wire;

  @BeforeAll
  static void start() {
    wire =
        Wire.of(
            CONFIG,
            SimulatorConfig.of(SimulatedKey.of("a", "key-of-a"), SimulatedKey.of("b", "key-of-b")));
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  @BeforeEach
  void reset() {
    wire.simulator(0).clearRequests();
  }

  private static Answer post(ApiCall api, String body, String secret, String... headers) {
    String[] all = new String[headers.length + 2];
    all[0] = "authorization";
    all[1] = "Bearer " + secret;
    System.arraycopy(headers, 0, all, 2, headers.length);
    return wire.post(api.path(), body, all);
  }

  private static void refused(ApiCall api, Answer answer, int status, String anthropicType) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    assertThat(answer.header("content-type")).isEqualTo("application/json");
    assertThat(api.error(answer)).as(answer.text()).isNotEmpty();
    String requestId = answer.header("x-mooring-request-id");
    assertThat(requestId).startsWith("req_");
    boolean passes = status == 408 || status == 429 || status >= 500;
    assertThat(answer.header("x-should-retry")).isEqualTo(passes ? "" : "false");
    if (api == ApiCall.MESSAGES) {
      assertThat(answer.json().path("error").path("type").asText()).isEqualTo(anthropicType);
      assertThat(answer.json().path("request_id").asText()).isEqualTo(requestId);
      assertThat(answer.header("request-id")).isEqualTo(requestId);
    } else {
      assertThat(answer.json().path("error").path("type").asText()).isNotEmpty();
    }
    assertThat(wire.received(0)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void noKeyAndAnUnknownKeyAreA401(ApiCall api) {
    String body = api.body("hello");
    refused(api, wire.post(api.path(), body), 401, "authentication_error");
    refused(api, post(api, body, "sk-unknown"), 401, "authentication_error");
    refused(api, wire.post(api.path(), body, "x-api-key", "sk-nope"), 401, "authentication_error");
    refused(
        api,
        wire.post(api.path(), body, "authorization", "Basic c2s="),
        401,
        "authentication_error");
    refused(api, wire.post(api.path(), "{not json", "x-api-key", "x"), 401, "authentication_error");
  }

  @ParameterizedTest
  @EnumSource
  void eitherHeaderAuthenticates(ApiCall api) {
    String body = api.body("hello");
    assertThat(wire.post(api.path(), body, "x-api-key", "sk-all").status()).isEqualTo(200);
    assertThat(wire.post(api.path(), body, "authorization", "bearer sk-all").status())
        .isEqualTo(200);
    assertThat(
            wire.post(api.path(), body, "authorization", "Bearer other", "x-api-key", "sk-all")
                .status())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource
  void whatAKeyMayNotUseIsA403ThatListsNothing(ApiCall api) {
    for (String secret : new String[] {"sk-some", "sk-elsewhere", "sk-none"}) {
      Answer answer = post(api, api.body("hello"), secret);
      refused(api, answer, 403, "permission_error");
      assertThat(answer.text())
          .doesNotContain("b/two", "b/*", "secret-q", "a/hidden", "\"p\"", "'p'", "other");
    }
  }

  @Test
  void aKeysCredentialsAreTheOnlyOnesUsed() {
    for (int i = 0; i < 6; i++) {
      String body = ApiCall.CHAT.body("hello", "\"session_id\":\"s" + i + "\"");
      assertThat(post(ApiCall.CHAT, body, "sk-b").status()).isEqualTo(200);
    }
    assertThat(wire.received(0)).extracting("credential").containsOnly("b");
  }

  @ParameterizedTest
  @EnumSource
  void anUnknownModelIsA404(ApiCall api) {
    Answer answer = post(api, api.bodyOf("no-such", "hello"), "sk-all");
    refused(api, answer, 404, "not_found_error");
    assertThat(api.error(answer)).contains("no-such");
    if (api != ApiCall.MESSAGES) {
      assertThat(answer.json().path("error").path("code").asText()).isEqualTo("model_not_found");
      assertThat(answer.json().path("error").path("param").asText()).isEqualTo("model");
    }
  }

  static Stream<Arguments> malformed() {
    return Stream.of(
        Arguments.of("{\"model\":\"m\",\"messages\":[}", ""),
        Arguments.of("", ""),
        Arguments.of("[]", ""),
        Arguments.of("{\"model\":\"m\"} trailing", ""),
        Arguments.of("{\"model\":\"m\"}", "messages|input"),
        Arguments.of("{\"messages\":[],\"input\":\"x\"}", "model"),
        Arguments.of("{\"model\":\"\",\"messages\":[],\"input\":\"x\"}", "model"),
        Arguments.of("{\"model\":5,\"messages\":[],\"input\":\"x\"}", "model"),
        Arguments.of("{\"model\":null,\"messages\":[],\"input\":\"x\"}", "model"),
        Arguments.of("{\"model\":\"m\",\"messages\":5,\"input\":5}", "messages|input"),
        Arguments.of(
            "{\"model\":\"m\",\"stream\":\"yes\",\"messages\":[],\"input\":\"x\"}", "stream"),
        Arguments.of("{\"model\":\"m\",\"model\":\"m\",\"messages\":[],\"input\":\"x\"}", "model"),
        Arguments.of(
            "{\"model\":\"m\",\"mod\\u0065l\":\"m\",\"messages\":[],\"input\":\"x\"}", "model"),
        Arguments.of(
            "{\"model\":\"m\",\"messages\":[],\"input\":\"x\",\"session_id\":\"a\",\"session_id\":\"a\"}",
            "session_id"),
        Arguments.of(option("\"order\":\"p\""), "providerOptions.gateway.order"),
        Arguments.of(option("\"only\":[1]"), "providerOptions.gateway.only[0]"),
        Arguments.of(option("\"models\":{}"), "providerOptions.gateway.models"),
        Arguments.of(
            option("\"zeroDataRetention\":1"), "providerOptions.gateway.zeroDataRetention"),
        Arguments.of(
            option("\"sessionAffinity\":\"no\""), "providerOptions.gateway.sessionAffinity"),
        Arguments.of(option("\"sort\":\"fast\""), "providerOptions.gateway.sort"),
        Arguments.of(option("\"byok\":{\"p\":[{}]}"), "providerOptions.gateway.byok.p[0].apiKey"),
        Arguments.of(option("\"tags\":\"t\""), "providerOptions.gateway.tags"),
        Arguments.of("{\"providerOptions\":[]," + TAIL, "providerOptions"),
        Arguments.of("{\"providerOptions\":{\"gateway\":7}," + TAIL, "providerOptions.gateway"));
  }

  private static final String TAIL = "\"model\":\"m\",\"messages\":[],\"input\":\"x\"}";

  private static String option(String option) {
    return "{\"providerOptions\":{\"gateway\":{" + option + "}}," + TAIL;
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void whatIsMalformedOrOfAWrongTypeIsA400ThatNamesTheField(String body, String field) {
    for (ApiCall api : ApiCall.values()) {
      Answer answer = post(api, body, "sk-all");
      refused(api, answer, 400, "invalid_request_error");
      if (!field.isEmpty()) {
        String[] names = field.split("\\|", -1);
        String name = names[api == ApiCall.RESPONSES ? names.length - 1 : 0];
        assertThat(api.error(answer)).contains(name);
        if (api != ApiCall.MESSAGES) {
          assertThat(answer.json().path("error").path("param").asText()).isEqualTo(name);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void anotherContentTypeIsA415(ApiCall api) {
    String body = api.body("hello");
    for (String type :
        new String[] {"text/plain", "multipart/form-data; boundary=x", "application/xml"}) {
      Answer answer = post(api, body, "sk-all", "content-type", type);
      refused(api, answer, 415, "invalid_request_error");
      assertThat(api.error(answer)).contains("application/json");
    }
    assertThat(
            post(api, body, "sk-all", "content-type", "Application/JSON; charset=utf-8").status())
        .isEqualTo(200);
  }

  @Test
  void aSideRouteThatNoTargetSpeaksIsA400ThatSaysWhichTheySpeak() {
    String counted = ApiCall.MESSAGES.bodyOf("chat-only", "hi");
    Answer tokens = wire.post("/v1/messages/count_tokens", counted, "x-api-key", "sk-all");
    refused(ApiCall.MESSAGES, tokens, 400, "invalid_request_error");
    assertThat(ApiCall.MESSAGES.error(tokens)).contains("chat-only", "/v1/chat/completions");
    String history = ApiCall.RESPONSES.bodyOf("messages-only", "hi");
    Answer compact = wire.post("/v1/responses/compact", history, "x-api-key", "sk-all");
    refused(ApiCall.RESPONSES, compact, 400, "");
    assertThat(ApiCall.RESPONSES.error(compact)).contains("/v1/messages");
  }

  @Test
  void embeddingsOfAModelThatOnlyAnthropicServesAreA400() {
    String body = "{\"model\":\"messages-only\",\"input\":\"x\"}";
    Answer answer = wire.post("/v1/embeddings", body, "x-api-key", "sk-all");
    refused(ApiCall.CHAT, answer, 400, "");
    assertThat(ApiCall.CHAT.error(answer)).contains("messages-only", "embeddings");
  }

  @Test
  void modelsAreRefusedInTheShapeOfTheApiThatAsks() {
    String path = "/v1/models/nope";
    Answer openAi = wire.get(path, "x-api-key", "sk-all");
    refused(ApiCall.CHAT, openAi, 404, "");
    Answer anthropic = wire.get(path, "x-api-key", "sk-all", "anthropic-version", "2023-06-01");
    refused(ApiCall.MESSAGES, anthropic, 404, "not_found_error");
    Answer nobody = wire.get("/v1/models", "anthropic-version", "2023-06-01");
    refused(ApiCall.MESSAGES, nobody, 401, "authentication_error");
  }
}

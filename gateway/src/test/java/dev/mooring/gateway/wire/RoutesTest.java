package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.ReceivedRequest;
import dev.mooring.gateway.simulator.SimulatedApi;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The routes of the API listener (contract, section 3). */
class RoutesTest {
  private static Wire wire;

  @BeforeAll
  static void start() {
    wire = TwoProviders.wire("");
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  @BeforeEach
  void reset() {
    TwoProviders.reset(wire);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/api/hello"})
  void probesOfCodingAgentsAreAnsweredAtOnce(String path) {
    try (RawClient client = RawClient.to(wire)) {
      client.send("HEAD " + path + " HTTP/1.1\r\nhost: test\r\n\r\n");
      RawClient.RawAnswer answer = client.headAnswer();
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.header("x-mooring-request-id")).startsWith("req_");
      assertThat(answer.header("x-request-id")).isEqualTo(answer.header("x-mooring-request-id"));
      client.send("HEAD /v1/models HTTP/1.1\r\nhost: test\r\n\r\n");
      assertThat(client.headAnswer().status()).as("the connection lives on").isEqualTo(200);
      client.send("HEAD /nowhere HTTP/1.1\r\nhost: test\r\n\r\n");
      assertThat(client.headAnswer().status()).isEqualTo(404);
    }
  }

  @Test
  void aWebSocketIsRefusedAtOnceSoThatCodexFallsBackToHttp() {
    try (RawClient client = RawClient.to(wire)) {
      client.send(
          "GET /v1/responses HTTP/1.1\r\nhost: test\r\nconnection: Upgrade\r\n"
              + "upgrade: websocket\r\nsec-websocket-version: 13\r\n"
              + "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
      RawClient.RawAnswer answer = client.answer();
      assertThat(answer.status()).isEqualTo(426);
      assertThat(answer.body()).contains("HTTP");
    }
    assertThat(wire.get("/v1/responses").status()).isEqualTo(405);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /v1/chat/completions, POST",
    "OPTIONS, /v1/messages, POST",
    "DELETE, /v1/embeddings, POST",
    "PUT, /v1/messages/count_tokens, POST",
    "POST, /v1/models, GET"
  })
  void anotherMethodIsA405ThatNamesTheRightOne(String method, String path, String allowed) {
    try (RawClient client = RawClient.to(wire)) {
      client.send(method + " " + path + " HTTP/1.1\r\nhost: test\r\n\r\n");
      RawClient.RawAnswer answer = client.answer();
      assertThat(answer.status()).isEqualTo(405);
      assertThat(answer.header("allow")).isEqualTo(allowed);
      assertThat(
              Answer.parse(answer.body().getBytes(StandardCharsets.UTF_8)).path("error").isObject())
          .isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/", "/v1", "/v1/nowhere", "/v1/messages/batches", "/metrics", "/v1/chat", "*"})
  void anUnknownPathIsA404InJson(String path) {
    try (RawClient client = RawClient.to(wire)) {
      client.send("GET " + path + " HTTP/1.1\r\nhost: test\r\n\r\n");
      RawClient.RawAnswer answer = client.answer();
      assertThat(answer.status()).isEqualTo(404);
      assertThat(answer.header("content-type")).isEqualTo("application/json");
      boolean anthropic = path.startsWith("/v1/messages");
      assertThat(Answer.parse(answer.body().getBytes(StandardCharsets.UTF_8)).path("type").asText())
          .isEqualTo(anthropic ? "error" : "");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/chat/completions/, CHAT",
    "//v1/chat/completions, CHAT",
    "/v1//messages, MESSAGES",
    "/v1/v1/messages?beta=true, MESSAGES",
    "/v1/v1/responses, RESPONSES"
  })
  void pathsOfWrongBaseUrlsAreForgivenAndGoOnTidied(String path, ApiCall api) {
    Answer answer = wire.post(path, api.body("hello"));
    assertThat(answer.status()).isEqualTo(200);
    String query = path.contains("?") ? "?beta=true" : "";
    assertThat(wire.received(0))
        .singleElement()
        .extracting(ReceivedRequest::uri)
        .isEqualTo(api.path() + query);
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/messages/count_tokens, MESSAGES, input_tokens",
    "/v1/responses/compact, RESPONSES, output"
  })
  void sideRoutesFollowThePinAndNeverTouchIt(String path, ApiCall api, String member) {
    String id = "\"session_id\":\"side " + api + "\"";
    Answer before = wire.post(path, api.body("a", id, TwoProviders.ONLY_Q));
    assertThat(before.json().has(member)).as(before.text()).isTrue();
    assertThat(wire.post(api.path(), api.body("b", id, TwoProviders.ONLY_Q)).outcome())
        .as("nothing was written")
        .isEqualTo("no_pin");
    wire.simulator(1).clearRequests();
    wire.clock().advance(java.time.Duration.ofSeconds(200));
    assertThat(wire.post(path, api.body("c", id)).status()).isEqualTo(200);
    assertThat(wire.received(1)).singleElement().extracting(ReceivedRequest::uri).isEqualTo(path);
    wire.clock().advance(java.time.Duration.ofSeconds(100));
    assertThat(wire.post(api.path(), api.body("d", id)).outcome())
        .as("nothing was renewed")
        .isEqualTo("pin_expired");
  }

  @ParameterizedTest
  @ValueSource(ints = {404, 429, 403})
  void aSideRouteThatFailsTakesNoCredentialDown(int status) {
    for (String id : List.of("a", "b")) {
      Fault lacking = Fault.status(status).withHeader("retry-after", "30");
      wire.simulator(0).credential(id).fault(lacking.onlyFor(SimulatedApi.COUNT_TOKENS).always());
    }
    String id = "\"session_id\":\"lacking " + status + "\"";
    Answer count = wire.post("/v1/messages/count_tokens", ApiCall.MESSAGES.body("a", id));
    assertThat(count.status()).isEqualTo(200);
    Answer turn = wire.post("/v1/messages", ApiCall.MESSAGES.body("a", id));
    assertThat(turn.provider()).isEqualTo("p");
    assertThat(turn.routing().path("modelAttempts").path(0).path("providerAttempts")).hasSize(1);
  }

  @Test
  void embeddingsAreRoutedAndCarryNoAffinity() {
    String body = "{\"input\":\"text\",\"model\":\"m\",\"session_id\":\"e\",\"dimensions\":8}";
    Answer answer = wire.post("/v1/embeddings", body);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("data").path(0).path("object").asText()).isEqualTo("embedding");
    assertThat(answer.headers().map()).doesNotContainKey("x-mooring-session-id");
    assertThat(answer.json().has("provider_metadata")).isFalse();
    ReceivedRequest received = wire.received(0).get(0);
    assertThat(received.bodyText())
        .isEqualTo("{\"input\":\"text\",\"model\":\"up-m\",\"dimensions\":8}");
    Answer unknown = wire.post("/v1/embeddings", "{\"input\":\"text\",\"model\":\"nope\"}");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(ApiCall.CHAT.error(unknown)).contains("nope");
  }

  @Test
  void aModelWhoseNameIsNotProperlyEncodedIsUnknown() {
    for (String name : List.of("%zz", "%", "nope", "%2F")) {
      try (RawClient client = RawClient.to(wire)) {
        client.send("GET /v1/models/" + name + " HTTP/1.1\r\nhost: test\r\n\r\n");
        assertThat(client.answer().status()).isEqualTo(404);
      }
    }
  }
}

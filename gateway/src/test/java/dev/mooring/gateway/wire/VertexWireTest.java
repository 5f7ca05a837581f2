package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.provider.GoogleKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Claude on Vertex AI: Anthropic's body under Google's paths and tokens. */
class VertexWireTest {
  private static final String MODELS =
      "/v1/projects/my-project/locations/global/publishers/anthropic/models/";
  private static final String MESSAGE =
      "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"c\",\"content\":"
          + "[{\"type\":\"text\",\"text\":\"hi\"}],\"stop_reason\":\"end_turn\",\"usage\":"
          + "{\"input_tokens\":3,\"output_tokens\":1}}";
  private static final String EVENTS =
      """
      event: message_start
      data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"c","content":[],"usage":{"input_tokens":3,"output_tokens":1}}}

      event: content_block_start
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

      event: content_block_delta
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"hi"}}

      event: content_block_stop
      data: {"type":"content_block_stop","index":0}

      event: message_delta
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}}

      event: message_stop
      data: {"type":"message_stop"}

      """;
  private static final String CONFIG =
      """
      providers:
        - { id: vertex, type: vertex, project: my-project, location: global, baseUrl: "%1$s", retry: { maxRetries: 0 }, credentials: [{ id: sa, google: { serviceAccount: '%2$s' } }] }
        - { id: own, type: anthropic, baseUrl: "%1$s", credentials: [{ id: k, apiKey: key }] }
      models:
        - { id: c, targets: [{ provider: vertex, model: claude-sonnet-5@20260929 }, { provider: own, model: claude-sonnet-5 }] }
      """;

  private RecordingUpstream google;

  @BeforeEach
  void start() {
    google = RecordingUpstream.start();
  }

  @AfterEach
  void stop() {
    google.close();
  }

  private Wire gateway(int tokenStatus) {
    google
        .answers(
            "/token",
            tokenStatus,
            "application/json",
            "{\"access_token\":\"ya29.token\",\"expires_in\":3599,\"token_type\":\"Bearer\"}")
        .answers(
            MODELS + "count-tokens:rawPredict", 200, "application/json", "{\"input_tokens\":7}")
        .answers(MODELS + "claude-sonnet-5@20260929:rawPredict", 200, "application/json", MESSAGE)
        .answers(
            MODELS + "claude-sonnet-5@20260929:streamRawPredict", 200, "text/event-stream", EVENTS)
        .answers("/v1/messages", 200, "application/json", MESSAGE);
    return Wire.of(CONFIG.formatted(google.origin(), GoogleKey.json(google.origin() + "/token")));
  }

  private static String body(String rest) {
    return "{\"model\":\"c\",\"max_tokens\":9"
        + rest
        + ",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
  }

  @ParameterizedTest
  @CsvSource({
    "'', rawPredict, ''",
    "',\"stream\":true', streamRawPredict, ',\"stream\":true'",
  })
  void theBodyIsTheCallersWithTheVersionInItAndWithoutTheModel(
      String asked, String method, String rest) {
    try (Wire wire = gateway(200)) {
      Answer answer =
          wire.post(
              "/v1/messages",
              body(asked),
              "anthropic-version",
              "2023-06-01",
              "anthropic-beta",
              "b1");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.text()).contains("\"text\":\"hi\"");
      RecordingUpstream.Asked call = google.asked(MODELS).get(0);
      assertThat(call.target()).endsWith("claude-sonnet-5@20260929:" + method);
      assertThat(call.header("authorization")).isEqualTo("Bearer ya29.token");
      assertThat(call.header("anthropic-beta")).isEqualTo("b1");
      assertThat(call.header("anthropic-version")).isEmpty();
      assertThat(call.body())
          .isEqualTo(
              "{\"anthropic_version\":\"vertex-2023-10-16\",\"max_tokens\":9"
                  + rest
                  + ",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}");
    }
  }

  @Test
  void oneTokenServesAllRequests() {
    try (Wire wire = gateway(200)) {
      for (int i = 0; i < 3; i++) {
        assertThat(wire.post("/v1/messages", body("")).status()).isEqualTo(200);
      }
      assertThat(google.asked(MODELS)).hasSize(3);
      assertThat(google.asked("/token")).hasSize(1);
    }
  }

  @Test
  void tokensAreCountedUnderAPathOfTheirOwnForTheModelInTheBody() {
    try (Wire wire = gateway(200)) {
      Answer answer = wire.post("/v1/messages/count_tokens", body(""));
      assertThat(answer.json().path("input_tokens").asInt()).isEqualTo(7);
      assertThat(google.asked(MODELS + "count-tokens:rawPredict").get(0).body())
          .startsWith(
              "{\"anthropic_version\":\"vertex-2023-10-16\",\"model\":\"claude-sonnet-5@20260929\"");
    }
  }

  @Test
  void whereTheTokenIsDeniedTheNextProviderServes() {
    try (Wire wire = gateway(401)) {
      Answer answer = wire.post("/v1/messages", body(""));
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.header("x-mooring-provider")).isEqualTo("own");
      assertThat(google.asked(MODELS)).isEmpty();
      List<RecordingUpstream.Asked> own = google.asked("/v1/messages");
      assertThat(own)
          .singleElement()
          .satisfies(call -> assertThat(call.header("x-api-key")).isEqualTo("key"));
    }
  }

  @Test
  void whereNoTokenComesInTimeTheNextProviderServes() throws IOException {
    google.answers("/v1/messages", 200, "application/json", MESSAGE);
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Wire wire =
            Wire.of(
                CONFIG
                    .formatted(
                        google.origin(),
                        GoogleKey.json("http://127.0.0.1:" + silent.getLocalPort() + "/token"))
                    .replaceFirst("location: global", "$0, timeouts: { firstByte: 100ms }"))) {
      Answer answer = wire.post("/v1/messages", body(""));
      assertThat(answer.status()).as(answer.text()).isEqualTo(200);
      assertThat(answer.header("x-mooring-provider")).isEqualTo("own");
    }
  }
}

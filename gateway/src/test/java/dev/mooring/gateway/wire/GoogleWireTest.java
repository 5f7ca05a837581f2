package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Gemini by its own API: paths, key, errors. */
class GoogleWireTest {
  private static final String MODEL = "/v1beta/models/gemini-3.1-pro";
  private static final String ANSWER =
      "{\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"hi\"}]},"
          + "\"finishReason\":\"STOP\",\"index\":0}],\"usageMetadata\":{\"promptTokenCount\":3,"
          + "\"candidatesTokenCount\":1,\"totalTokenCount\":4},\"modelVersion\":\"gemini-3.1-pro\","
          + "\"responseId\":\"r\"}";
  private static final String EXHAUSTED =
      "{\"error\":{\"code\":429,\"message\":\"slow down\",\"status\":\"RESOURCE_EXHAUSTED\","
          + "\"details\":[{\"@type\":\"type.googleapis.com/google.rpc.RetryInfo\","
          + "\"retryDelay\":\"34.07s\"}]}}";

  private RecordingUpstream google;

  @BeforeEach
  void start() {
    google = RecordingUpstream.start();
  }

  @AfterEach
  void stop() {
    google.close();
  }

  private Wire gateway() {
    return Wire.of(
        """
        providers:
          - { id: google, type: google, baseUrl: "%s", retry: { maxRetries: 0 }, credentials: [{ id: k, apiKey: AIza-1 }] }
        models: [{ id: g, targets: [{ provider: google, model: gemini-3.1-pro }] }]
        """
            .formatted(google.origin()));
  }

  private static Answer chat(Wire wire, boolean stream) {
    return wire.post(
        "/v1/chat/completions",
        "{\"model\":\"g\",\"stream\":%s,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}"
            .formatted(stream),
        "authorization",
        "Bearer of-the-caller");
  }

  @ParameterizedTest
  @CsvSource({"false, :generateContent", "true, :streamGenerateContent?alt=sse"})
  void theModelIsInThePathAndTheKeyInAHeaderOfItsOwn(boolean stream, String method) {
    if (stream) {
      String events = "data: " + ANSWER + "\r\n\r\n";
      google.answers(MODEL, 200, "text/event-stream", events);
    } else {
      google.answers(MODEL, 200, "application/json", ANSWER);
    }
    try (Wire wire = gateway()) {
      Answer answer = chat(wire, stream);
      assertThat(answer.status()).as(answer.text()).isEqualTo(200);
      assertThat(answer.text()).contains("\"content\":\"hi\"");
      RecordingUpstream.Asked asked = google.asked(MODEL).get(0);
      assertThat(asked.target()).isEqualTo(MODEL + method);
      assertThat(asked.header("x-goog-api-key")).isEqualTo("AIza-1");
      assertThat(asked.header("authorization")).isEmpty();
      assertThat(asked.body()).contains("\"contents\"").doesNotContain("\"model\":\"g");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"%s", "[%s]"})
  void anErrorTellsHowLongToWaitInItsDetails(String shape) {
    google.answers(MODEL, 429, "application/json", shape.formatted(EXHAUSTED));
    try (Wire wire = gateway()) {
      Answer answer = chat(wire, false);
      assertThat(answer.status()).isEqualTo(429);
      assertThat(answer.header("retry-after")).isEqualTo("35");
      assertThat(answer.json().path("error").path("message").asText()).isEqualTo("slow down");
    }
  }

  @Test
  void aKeyThatIsNotValidIsNoFaultOfTheCaller() {
    google.answers(
        MODEL,
        400,
        "application/json",
        "{\"error\":{\"code\":400,\"message\":\"API key not valid\",\"status\":"
            + "\"INVALID_ARGUMENT\",\"details\":[{\"@type\":\"type.googleapis.com/"
            + "google.rpc.ErrorInfo\",\"reason\":\"API_KEY_INVALID\"}]}}");
    try (Wire wire = gateway()) {
      chat(wire, false);
      chat(wire, false);
      // Rejected: known to be down, and tried again only since nobody else is there.
      assertThat(wire.manage("/metrics").text())
          .containsPattern("provider=\"google\"[^\\n]*rejected|rejected[^\\n]*provider=\"google\"");
    }
  }
}

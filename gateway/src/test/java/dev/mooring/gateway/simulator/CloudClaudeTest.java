package dev.mooring.gateway.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.eventstream.Message;

/** What a caller sees of Claude on the simulated Bedrock and Vertex. */
final class CloudClaudeTest {
  private static final String INVOKE = "/model/us.anthropic.claude-sonnet-5/invoke";
  private static final String INVOKE_STREAM = INVOKE + "-with-response-stream";
  private static final String MODELS =
      "/v1/projects/p/locations/europe-west1/publishers/anthropic/models/";
  private static final String RAW = MODELS + "claude-sonnet-5:rawPredict";
  private static final String RAW_STREAM = MODELS + "claude-sonnet-5:streamRawPredict";
  private static final String BEDROCK = "\"anthropic_version\":\"bedrock-2023-05-31\",";
  private static final String VERTEX = "\"anthropic_version\":\"vertex-2023-10-16\",";
  private static final String LONG = "word ".repeat(1200);

  @RegisterExtension
  final RunningSimulator running = new RunningSimulator(SimulatedKey.of("a", "key-a"));

  @Test
  void bothAnswerAsMessagesDo() {
    JsonNode invoked = running.calls().ok(INVOKE, "key-a", body(BEDROCK, "hi"));
    JsonNode predicted = running.calls().ok(RAW, "key-a", body(VERTEX, "hi"));

    assertThat(invoked.path("stop_reason").asText()).isEqualTo("end_turn");
    assertThat(predicted.path("stop_reason").asText()).isEqualTo("end_turn");
    assertThat(invoked.path("model").asText()).isEqualTo("us.anthropic.claude-sonnet-5");
    assertThat(predicted.path("model").asText()).isEqualTo("claude-sonnet-5");
    assertThat(running.simulator().requests().stream().map(ReceivedRequest::api))
        .containsExactly(SimulatedApi.INVOKE, SimulatedApi.RAW_PREDICT);
  }

  @Test
  void aMarkedPromptIsReadOnTheSecondTurn() {
    for (String path : List.of(INVOKE, RAW)) {
      String body = body(path.equals(RAW) ? VERTEX : BEDROCK, LONG);
      JsonNode one = running.calls().ok(path, "key-a", body).path("usage");
      JsonNode two = running.calls().ok(path, "key-a", body).path("usage");

      assertThat(one.path("cache_creation_input_tokens").asInt()).isEqualTo(1500);
      assertThat(two.path("cache_read_input_tokens").asInt()).isEqualTo(1500);
    }
  }

  @Test
  void bedrockStreamsEventsInChunks() {
    byte[] body = running.calls().postForBytes(INVOKE_STREAM, "key-a", body(BEDROCK, "hi")).body();
    List<Message> frames = Frames.of(body);

    assertThat(frames).allSatisfy(f -> assertThat(Frames.kind(f)).isEqualTo("event chunk"));
    assertThat(Frames.inner(frames.get(0)).path("type").asText()).isEqualTo("message_start");
    JsonNode last = Frames.inner(frames.get(frames.size() - 1));
    assertThat(last.path("type").asText()).isEqualTo("message_stop");
    assertThat(last.at("/amazon-bedrock-invocationMetrics/outputTokenCount").asInt()).isEqualTo(20);
  }

  @Test
  void vertexStreamsWherePathAndBodyAskForIt() {
    String asked = body(VERTEX + "\"stream\":true,", "hi");
    HttpResponse<String> stream = running.calls().post(RAW_STREAM, "key-a", asked);

    assertThat(stream.body()).startsWith("event: message_start");
    assertThat(running.calls().ok(RAW_STREAM, "key-a", body(VERTEX, "hi")).path("type").asText())
        .isEqualTo("message");
  }

  @Test
  void aBodyIsTheCloudsOwn() {
    String model = "\"model\":\"claude-sonnet-5\",";

    assertThat(told(INVOKE, body(BEDROCK + model, "hi")))
        .isEqualTo("model: Extra inputs are not permitted");
    assertThat(told(INVOKE, body(BEDROCK + "\"stream\":false,", "hi"))).startsWith("stream: Extra");
    assertThat(told(INVOKE, body("", "hi"))).isEqualTo("anthropic_version: Field required");
    assertThat(told(INVOKE, body(VERTEX, "hi"))).contains("should be 'bedrock-2023-05-31'");
    JsonNode vertex = running.calls().refused(400, RAW, "key-a", body(VERTEX + model, "hi"));
    assertThat(vertex.at("/error/type").asText()).isEqualTo("invalid_request_error");
    assertThat(vertex.path("request_id").asText()).startsWith("req_vrtx_");
  }

  @Test
  void theCloudRefusesInItsOwnWords() {
    JsonNode denied = running.calls().refused(401, RAW, "nobody", body(VERTEX, "hi"));
    running.simulator().credential("a").fault(Fault.status(429)).fault(Fault.status(503));

    assertThat(denied.at("/error/status").asText()).isEqualTo("UNAUTHENTICATED");
    JsonNode busy = running.calls().refused(429, RAW, "key-a", body(VERTEX, "hi"));
    assertThat(busy.at("/error/status").asText()).isEqualTo("RESOURCE_EXHAUSTED");
    assertThat(running.calls().refused(503, INVOKE, "key-a", body(BEDROCK, "hi")).has("message"))
        .isTrue();
  }

  @Test
  void aStreamFailsInItsFraming() {
    running.simulator().credential("a").fault(Fault.of(FaultKind.ERROR_EVENT, 2).times(2));
    List<Message> frames =
        Frames.of(running.calls().postForBytes(INVOKE_STREAM, "key-a", body(BEDROCK, "hi")).body());
    String asked = body(VERTEX + "\"stream\":true,", "hi");

    assertThat(frames).hasSize(3);
    assertThat(Frames.kind(frames.get(2))).isEqualTo("exception internalServerException");
    assertThat(running.calls().post(RAW_STREAM, "key-a", asked).body())
        .contains("event: error")
        .contains("overloaded_error");
  }

  @Test
  void vertexCountsTokensOfTheModelInTheBody() {
    String body = body("\"model\":\"claude-sonnet-5\",", "hi");
    JsonNode counted = running.calls().ok(MODELS + "count-tokens:rawPredict", "key-a", body);

    assertThat(counted.path("input_tokens").asInt()).isEqualTo(1);
    assertThat(running.last().api()).isEqualTo(SimulatedApi.COUNT_TOKENS);
    assertThat(running.last().model()).isEqualTo("claude-sonnet-5");
  }

  private String told(String path, String body) {
    return running.calls().refused(400, path, "key-a", body).path("message").asText();
  }

  private static String body(String envelope, String text) {
    return "{"
        + envelope
        + "\"max_tokens\":50,\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\","
        + "\"text\":\""
        + text
        + "\",\"cache_control\":{\"type\":\"ephemeral\"}}]}]}";
  }
}

package dev.mooring.gateway.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a caller sees of the simulated Gemini API: answers, streams, usage, cache, keys, faults. */
final class GeminiTest {
  private static final String PATH = "/v1beta/models/gemini-3-pro:generateContent";
  private static final String STREAM = "/v1beta/models/gemini-3-pro:streamGenerateContent";
  private static final String VERTEX =
      "/v1/projects/p/locations/global/publishers/google/models/gemini-3-pro:generateContent";
  private static final String LONG = "word ".repeat(1200);

  @RegisterExtension
  final RunningSimulator running = new RunningSimulator(SimulatedKey.of("a", "key-a"));

  @Test
  void anAnswerTellsTextStopAndUsage() {
    running.simulator().credential("a").reply(Reply.saying("one two three"), 1);
    JsonNode body = running.calls().ok(PATH, "key-a", contents("hi"));

    assertThat(body.at("/candidates/0/content/parts/0/text").asText()).isEqualTo("one two three");
    assertThat(body.at("/candidates/0/content/role").asText()).isEqualTo("model");
    assertThat(body.at("/candidates/0/finishReason").asText()).isEqualTo("STOP");
    assertThat(body.at("/usageMetadata/promptTokenCount").asInt()).isEqualTo(1);
    assertThat(body.at("/usageMetadata/candidatesTokenCount").asInt()).isEqualTo(3);
    assertThat(body.at("/usageMetadata/totalTokenCount").asInt()).isEqualTo(4);
    assertThat(body.at("/usageMetadata").has("cachedContentTokenCount")).isFalse();
    assertThat(body.path("modelVersion").asText()).isEqualTo("gemini-3-pro");
  }

  @Test
  void theSecondTurnReadsTheFirst() {
    running.calls().ok(PATH, "key-a", contents(LONG));
    JsonNode usage = running.calls().ok(PATH, "key-a", contents(LONG)).path("usageMetadata");

    assertThat(usage.path("promptTokenCount").asInt()).isEqualTo(1500);
    assertThat(usage.path("cachedContentTokenCount").asInt()).isEqualTo(1500);
  }

  @Test
  void thoughtsAreCountedApartFromWhatIsSaid() {
    running.simulator().credential("a").reply(Reply.text(3).withReasoning(), 1);
    JsonNode body = running.calls().ok(PATH, "key-a", contents("hi"));

    assertThat(body.at("/candidates/0/content/parts/0/thought").asBoolean()).isTrue();
    assertThat(body.at("/candidates/0/content/parts/1/thoughtSignature").asText()).isNotEmpty();
    assertThat(body.at("/usageMetadata/candidatesTokenCount").asInt()).isEqualTo(3);
    assertThat(body.at("/usageMetadata/thoughtsTokenCount").asInt()).isEqualTo(8);
    assertThat(body.at("/usageMetadata/totalTokenCount").asInt()).isEqualTo(12);
  }

  @Test
  void theFirstOfParallelCallsIsSigned() {
    running.simulator().credential("a").reply(twoCalls(), 1);
    JsonNode parts =
        running.calls().ok(PATH, "key-a", contents("hi")).at("/candidates/0/content/parts");

    assertThat(parts.at("/0/functionCall/args/city").asText()).isEqualTo("Kiel");
    assertThat(parts.at("/0/thoughtSignature").asText()).isNotEmpty();
    assertThat(parts.at("/1/functionCall/name").asText()).isEqualTo("tide");
    assertThat(parts.get(1).has("thoughtSignature")).isFalse();
  }

  @Test
  void aStreamIsWholeResponsesAsEvents() {
    running
        .simulator()
        .credential("a")
        .reply(Reply.saying("one two").withReasoning().withToolCall("w", "{\"a\":1}"), 1);
    HttpResponse<String> response =
        running.calls().post(STREAM + "?alt=sse", "key-a", contents("hi"));
    List<JsonNode> events = SimulatorCalls.events(response.body());

    assertThat(response.headers().firstValue("content-type")).contains("text/event-stream");
    assertThat(events).hasSize(5);
    assertThat(events.get(0).at("/candidates/0/content/parts/0/thought").asBoolean()).isTrue();
    assertThat(events.get(2).at("/candidates/0/content/parts/0/text").asText()).isEqualTo(" two");
    assertThat(events.get(3).at("/candidates/0/content/parts/0/functionCall/args/a").asInt())
        .isEqualTo(1);
    assertThat(events.get(4).at("/candidates/0/finishReason").asText()).isEqualTo("STOP");
    assertThat(events.get(4).at("/usageMetadata/thoughtsTokenCount").asInt()).isEqualTo(8);
  }

  @Test
  void withoutTheQueryAStreamIsAnArray() {
    HttpResponse<String> response = running.calls().post(STREAM, "key-a", contents("hi"));
    JsonNode array = SimulatorCalls.json(response.body());

    assertThat(response.headers().firstValue("content-type").orElse(""))
        .startsWith("application/json");
    assertThat(array).hasSize(21);
    assertThat(array.get(20).at("/candidates/0/finishReason").asText()).isEqualTo("STOP");
  }

  @Test
  void aLimitOfTheRequestCutsTheText() {
    String limited =
        contents("hi").replaceFirst("\\{", "{\"generationConfig\":{\"maxOutputTokens\":4},");
    JsonNode body = running.calls().ok(PATH, "key-a", limited);

    assertThat(body.at("/candidates/0/finishReason").asText()).isEqualTo("MAX_TOKENS");
    assertThat(body.at("/usageMetadata/candidatesTokenCount").asInt()).isEqualTo(4);
  }

  @Test
  void aKeyComesInThreeWays() {
    String body = contents("hi");

    assertThat(running.calls().postWith(PATH, body, "x-goog-api-key", "key-a").statusCode())
        .isEqualTo(200);
    assertThat(running.calls().postWith(PATH + "?key=key-a", body, "x-a", "b").statusCode())
        .isEqualTo(200);
    assertThat(running.calls().post(VERTEX, "key-a", body).statusCode()).isEqualTo(200);
    assertThat(running.last().api()).isEqualTo(SimulatedApi.GEMINI);
    assertThat(running.last().model()).isEqualTo("gemini-3-pro");
    assertThat(running.calls().refused(401, PATH, "nobody", body).at("/error/status").asText())
        .isEqualTo("UNAUTHENTICATED");
  }

  @Test
  void anErrorHasGooglesShape() {
    running.simulator().credential("a").fault(Fault.rateLimited(3));
    JsonNode error = running.calls().refused(429, PATH, "key-a", contents("hi")).path("error");

    assertThat(error.path("code").asInt()).isEqualTo(429);
    assertThat(error.path("status").asText()).isEqualTo("RESOURCE_EXHAUSTED");
    assertThat(error.path("message").asText()).isNotEmpty();
  }

  @Test
  void whereAStreamWouldBeAnArrayTheErrorIsInOne() {
    running.simulator().credential("a").fault(Fault.status(429).times(2));
    String events = STREAM + "?alt=sse";

    assertThat(running.calls().refused(429, STREAM, "key-a", contents("hi")).at("/0/error/code"))
        .hasToString("429");
    assertThat(running.calls().refused(429, events, "key-a", contents("hi")).at("/error/code"))
        .hasToString("429");
  }

  @Test
  void aStreamFailsInTheFormItHas() {
    running.simulator().credential("a").fault(Fault.of(FaultKind.ERROR_EVENT, 2).times(2));
    List<JsonNode> events =
        SimulatorCalls.events(
            running.calls().post(STREAM + "?alt=sse", "key-a", contents("hi")).body());
    JsonNode array = running.calls().ok(STREAM, "key-a", contents("hi"));

    assertThat(events).hasSize(3);
    assertThat(events.get(2).at("/error/status").asText()).isEqualTo("UNAVAILABLE");
    assertThat(array).hasSize(3);
    assertThat(array.get(2).at("/error/code").asInt()).isEqualTo(503);
  }

  @Test
  void aStreamBreaksOffBeforeItsLastResponse() {
    running.simulator().credential("a").fault(Fault.of(FaultKind.END_AFTER_EVENTS, 3));

    assertThat(running.calls().post(STREAM + "?alt=sse", "key-a", contents("hi")).body())
        .doesNotContain("finishReason");
  }

  private static Reply twoCalls() {
    return Reply.text(0).withToolCall("weather", "{\"city\":\"Kiel\"}").withToolCall("tide", "{}");
  }

  private static String contents(String text) {
    return "{\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"" + text + "\"}]}]}";
  }
}

package dev.mooring.gateway.translate.responses;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.simulator.Reply;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import dev.mooring.gateway.wire.Answer;
import dev.mooring.gateway.wire.Wire;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The cases of the OpenResponses compliance suite (openresponses.org, as of 2026), over the wire:
 * of a model whose provider speaks the API, and of models that are translated.
 */
class OpenResponsesConformanceTest {
  private static final String PASSED_THROUGH = "passed-through";
  private static final String FROM_MESSAGES = "from-messages";
  private static final String FROM_CHAT = "from-chat";
  private static final String WEATHER =
      """
      ,"tools":[{"type":"function","name":"get_weather",
       "description":"Get the current weather for a location",
       "parameters":{"type":"object","properties":{"location":{"type":"string",
        "description":"The city and state"}},"required":["location"]}}]""";
  private static final String IMAGE =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
          + "gg==";

  private static Wire wire;

  @BeforeAll
  static void start() {
    wire =
        Wire.of(
            """
            providers:
              - { id: r, type: openai-compatible, baseUrl: "@0", apis: [responses],
                  credentials: [{ id: a, apiKey: key-of-a }] }
              - { id: m, type: anthropic-compatible, baseUrl: "@0",
                  credentials: [{ id: a, apiKey: key-of-a }] }
              - { id: c, type: openai-compatible, baseUrl: "@0", apis: [chat],
                  credentials: [{ id: a, apiKey: key-of-a }] }
            models:
              - { id: passed-through, targets: [{ provider: r, model: up }] }
              - { id: from-messages, targets: [{ provider: m, model: up }] }
              - { id: from-chat, targets: [{ provider: c, model: up }] }
            """,
            SimulatorConfig.of(SimulatedKey.of("a", "key-of-a")));
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {PASSED_THROUGH, FROM_MESSAGES, FROM_CHAT})
  void aBasicResponse(String model) {
    assertCompletes(model, user("\"Say hello in three words.\""), "");
  }

  @ParameterizedTest
  @ValueSource(strings = {PASSED_THROUGH, FROM_MESSAGES, FROM_CHAT})
  void aStreamingResponse(String model) {
    List<SentEvent> events = stream(model, user("\"Count from 1 to 5.\""), "");
    JsonNode response = StrictStream.check(events);
    assertThat(response.path("status").textValue()).isEqualTo("completed");
    assertThat(events)
        .extracting(SentEvent::type)
        .contains(
            "response.output_item.added",
            "response.content_part.added",
            "response.output_text.delta",
            "response.output_text.done",
            "response.content_part.done",
            "response.output_item.done");
  }

  @ParameterizedTest
  @ValueSource(strings = {PASSED_THROUGH, FROM_MESSAGES, FROM_CHAT})
  void aSystemPrompt(String model) {
    assertCompletes(
        model,
        "{\"type\":\"message\",\"role\":\"system\",\"content\":\"You are a pirate.\"},"
            + user("\"Say hello.\""),
        "");
  }

  @ParameterizedTest
  @ValueSource(strings = {PASSED_THROUGH, FROM_MESSAGES, FROM_CHAT})
  void toolCalling(String model) {
    callNext();
    JsonNode response = whole(model, user("\"How is the weather in Kiel?\""), WEATHER);
    assertThat(response.path("output")).anyMatch(OpenResponsesConformanceTest::isCall);
  }

  @ParameterizedTest
  @ValueSource(strings = {PASSED_THROUGH, FROM_MESSAGES, FROM_CHAT})
  void toolCallingAsAStream(String model) {
    callNext();
    List<SentEvent> events = stream(model, user("\"How is the weather in Kiel?\""), WEATHER);
    assertThat(StrictStream.check(events).path("output"))
        .anyMatch(OpenResponsesConformanceTest::isCall);
    assertThat(events)
        .extracting(SentEvent::type)
        .contains(
            "response.function_call_arguments.delta", "response.function_call_arguments.done");
  }

  @ParameterizedTest
  @ValueSource(strings = {PASSED_THROUGH, FROM_MESSAGES, FROM_CHAT})
  void anImage(String model) {
    assertCompletes(
        model,
        user(
            "[{\"type\":\"input_text\",\"text\":\"What do you see?\"},{\"type\":\"input_image\","
                + "\"image_url\":\"data:image/png;base64,"
                + IMAGE
                + "\"}]"),
        "");
  }

  @ParameterizedTest
  @ValueSource(strings = {PASSED_THROUGH, FROM_MESSAGES, FROM_CHAT})
  void severalTurns(String model) {
    assertCompletes(
        model,
        user("\"My name is Alice.\"")
            + ",{\"type\":\"message\",\"role\":\"assistant\",\"content\":\"Hello Alice!\"},"
            + user("\"What is my name?\""),
        "");
  }

  private static void assertCompletes(String model, String items, String more) {
    JsonNode response = whole(model, items, more);
    assertThat(response.path("status").textValue()).isEqualTo("completed");
    assertThat(response.path("output")).isNotEmpty();
  }

  private static JsonNode whole(String model, String items, String more) {
    Answer answer = post(model, items, more);
    ResponseSchema.response(answer.json());
    return answer.json();
  }

  private static List<SentEvent> stream(String model, String items, String more) {
    return SentEvent.all(post(model, items, more + ",\"stream\":true").body());
  }

  private static Answer post(String model, String items, String more) {
    String body = "{\"model\":\"" + model + "\",\"input\":[" + items + "]" + more + "}";
    Answer answer = wire.post("/v1/responses", body);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer;
  }

  /** Lets the model call the tool in its next answer. */
  private static void callNext() {
    wire.simulator(0)
        .credential("a")
        .reply(Reply.text(0).withToolCall("get_weather", "{\"location\":\"Kiel\"}"), 1);
  }

  private static boolean isCall(JsonNode item) {
    return item.path("type").asText().equals("function_call")
        && item.path("name").asText().equals("get_weather")
        && item.path("arguments").asText().equals("{\"location\":\"Kiel\"}");
  }

  private static String user(String content) {
    return "{\"type\":\"message\",\"role\":\"user\",\"content\":" + content + "}";
  }
}

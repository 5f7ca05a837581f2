package dev.mooring.gateway.translate.responses;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.mooring.gateway.translate.model.Json;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A client of the Responses API that puts a response together of its events and stumbles over any
 * that is out of order, incomplete or contradicts another.
 */
final class StrictStream {
  private final ArrayNode output = Json.MAPPER.createArrayNode();
  private final Map<Integer, String> ids = new HashMap<>();
  private final Map<String, StringBuilder> texts = new HashMap<>();
  private final Set<Integer> done = new HashSet<>();
  private int number;

  private StrictStream() {}

  /** Reads a stream from its beginning to its end. */
  static JsonNode check(List<SentEvent> events) {
    StrictStream client = new StrictStream();
    assertThat(events.get(0).type()).isEqualTo("response.created");
    assertThat(events.get(1).type()).isEqualTo("response.in_progress");
    for (SentEvent event : events.subList(0, events.size() - 1)) {
      client.event(event);
    }
    return client.end(events.get(events.size() - 1));
  }

  private void event(SentEvent event) {
    JsonNode data = event.data();
    assertThat(event.event()).isEqualTo(event.type());
    assertThat(data.get("sequence_number").isInt()).isTrue();
    assertThat(data.get("sequence_number").intValue()).isEqualTo(number++);
    switch (event.type()) {
      case "response.created", "response.in_progress" ->
          ResponseSchema.response(data.get("response"));
      case "response.output_item.added" -> added(data);
      case "response.output_item.done" -> done(data);
      case "response.content_part.added", "response.reasoning_summary_part.added" -> {
        open(data);
        assertThat(texts).doesNotContainKey(place(data));
        texts.put(place(data), new StringBuilder());
        ResponseSchema.content(data.get("part"));
      }
      case "response.content_part.done", "response.reasoning_summary_part.done" -> {
        open(data);
        ResponseSchema.content(data.get("part"));
        JsonNode part = data.get("part");
        assertThat(part.path(part.has("refusal") ? "refusal" : "text").textValue())
            .isEqualTo(text(data));
      }
      case "response.output_text.delta",
          "response.refusal.delta",
          "response.reasoning_summary_text.delta" ->
          delta(data);
      case "response.function_call_arguments.delta", "response.custom_tool_call_input.delta" -> {
        texts.computeIfAbsent(place(data), unused -> new StringBuilder());
        delta(data);
      }
      case "response.output_text.done", "response.reasoning_summary_text.done" ->
          assertThat(data.get("text").textValue()).isEqualTo(text(data));
      case "response.refusal.done" ->
          assertThat(data.get("refusal").textValue()).isEqualTo(text(data));
      case "response.function_call_arguments.done" ->
          assertThat(data.get("arguments").textValue()).isEqualTo(text(data));
      case "response.custom_tool_call_input.done" ->
          assertThat(data.get("input").textValue()).isEqualTo(text(data));
      case "response.output_text.annotation.added" -> open(data);
      default -> throw new AssertionError("no event of this API: " + event.type());
    }
  }

  private JsonNode end(SentEvent last) {
    JsonNode response = last.data().get("response");
    assertThat(last.type()).isEqualTo(last.event());
    assertThat(last.type()).isEqualTo("response." + response.get("status").textValue());
    assertThat(last.type()).isIn("response.completed", "response.incomplete", "response.failed");
    assertThat(last.data().get("sequence_number").intValue()).isEqualTo(number);
    ResponseSchema.response(response);
    assertThat(done).hasSize(output.size());
    assertThat(response.get("output")).isEqualTo(output);
    return response;
  }

  private void added(JsonNode data) {
    int index = data.get("output_index").intValue();
    assertThat(index).isEqualTo(output.size());
    JsonNode item = data.get("item");
    ResponseSchema.item(item);
    assertThat(item.path("content")).isEmpty();
    assertThat(ids.values()).doesNotContain(item.get("id").textValue());
    ids.put(index, item.get("id").textValue());
    output.add(item);
  }

  private void done(JsonNode data) {
    int index = data.get("output_index").intValue();
    JsonNode item = data.get("item");
    ResponseSchema.item(item);
    assertThat(item.get("id").textValue()).isEqualTo(ids.get(index));
    assertThat(done.add(index)).isTrue();
    output.set(index, item);
  }

  private void delta(JsonNode data) {
    open(data);
    assertThat(data.get("delta").textValue()).isNotEmpty();
    builder(data).append(data.get("delta").textValue());
  }

  /** Requires that the event is of an item that has begun and not ended. */
  private void open(JsonNode data) {
    int index = data.get("output_index").intValue();
    assertThat(data.get("item_id").textValue()).isEqualTo(ids.get(index));
    assertThat(done).doesNotContain(index);
  }

  private String text(JsonNode data) {
    return builder(data).toString();
  }

  private StringBuilder builder(JsonNode data) {
    return Objects.requireNonNull(texts.get(place(data)), "a part at " + place(data));
  }

  private static String place(JsonNode data) {
    return data.get("item_id").textValue()
        + data.path("content_index").asText()
        + '/'
        + data.path("summary_index").asText();
  }
}

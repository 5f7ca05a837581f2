package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An answer of OpenAI's Responses (API reference, November 2026), every field present. */
record ResponsesAnswer(Turn turn) implements Answer {
  private static final String SUMMARY = "Weighing the question.";
  private static final String ITEM = "item";

  @Override
  public ObjectNode document() {
    return response(finalStatus(), items());
  }

  @Override
  public List<SseEvent> events() {
    List<SseEvent> events = new ArrayList<>();
    ObjectNode begun = response("in_progress", List.of());
    add(events, "response.created", event -> event.set("response", begun));
    add(events, "response.in_progress", event -> event.set("response", begun));
    List<ObjectNode> items = items();
    for (int index = 0; index < items.size(); index++) {
      addItem(events, index, items.get(index));
    }
    String status = finalStatus();
    add(events, "response." + status, event -> event.set("response", response(status, items)));
    return events;
  }

  @Override
  public SseEvent error(int index, ApiError error, boolean failed) {
    ObjectNode event = Json.object();
    if (!failed) {
      event.put("type", "error").put("sequence_number", index);
      event.put("code", error.code()).put("message", error.message()).putNull("param");
      return new SseEvent("error", Json.text(event));
    }
    ObjectNode response = response("failed", List.of());
    response.putObject("error").put("code", error.code()).put("message", error.message());
    event.put("type", "response.failed").put("sequence_number", index).set("response", response);
    return new SseEvent("response.failed", Json.text(event));
  }

  private List<ObjectNode> items() {
    List<ObjectNode> items = new ArrayList<>();
    if (turn.reply().reasoning()) {
      items.add(reasoning());
    }
    if (!turn.pieces().isEmpty()) {
      items.add(message());
    }
    for (Reply.ToolCall call : turn.reply().toolCalls()) {
      items.add(
          Json.object()
              .put("id", turn.ids().next("fc_"))
              .put("type", "function_call")
              .put("status", "completed")
              .put("arguments", call.arguments())
              .put("call_id", turn.ids().next("call_"))
              .put("name", call.name()));
    }
    return items;
  }

  private ObjectNode reasoning() {
    ObjectNode item = Json.object().put("id", turn.ids().next("rs_")).put("type", "reasoning");
    item.putArray("summary").addObject().put("type", "summary_text").put("text", SUMMARY);
    return item.put("encrypted_content", turn.seal());
  }

  private ObjectNode message() {
    ObjectNode item =
        Json.object()
            .put("id", turn.ids().next("msg_"))
            .put("type", "message")
            .put("status", turn.truncated() ? "incomplete" : "completed");
    item.putArray("content").add(outputText(turn.text()));
    return item.put("role", "assistant");
  }

  private static ObjectNode outputText(String text) {
    ObjectNode part = Json.object().put("type", "output_text");
    part.putArray("annotations");
    part.putArray("logprobs");
    return part.put("text", text);
  }

  private void addItem(List<SseEvent> events, int index, ObjectNode item) {
    ObjectNode begun = item.deepCopy();
    switch (item.path("type").asText()) {
      case "reasoning" -> begun.putArray("summary");
      case "message" -> begun.put("status", "in_progress").putArray("content");
      default -> begun.put("status", "in_progress").put("arguments", "");
    }
    add(
        events,
        "response.output_item.added",
        event -> event.put("output_index", index).set(ITEM, begun));
    String id = item.path("id").asText();
    switch (item.path("type").asText()) {
      case "reasoning" -> addSummary(events, index, id);
      case "message" -> addText(events, index, id);
      default -> addArguments(events, index, item);
    }
    add(
        events,
        "response.output_item.done",
        event -> event.put("output_index", index).set(ITEM, item));
  }

  private void addSummary(List<SseEvent> events, int index, String id) {
    String prefix = "response.reasoning_summary_";
    Consumer<ObjectNode> at =
        event -> event.put("item_id", id).put("output_index", index).put("summary_index", 0);
    ObjectNode empty = Json.object().put("type", "summary_text").put("text", "");
    ObjectNode whole = Json.object().put("type", "summary_text").put("text", SUMMARY);
    add(events, prefix + "part.added", at.andThen(event -> event.set("part", empty)));
    add(events, prefix + "text.delta", at.andThen(event -> event.put("delta", SUMMARY)));
    add(events, prefix + "text.done", at.andThen(event -> event.put("text", SUMMARY)));
    add(events, prefix + "part.done", at.andThen(event -> event.set("part", whole)));
  }

  private void addText(List<SseEvent> events, int index, String id) {
    Consumer<ObjectNode> at =
        event -> event.put("item_id", id).put("output_index", index).put("content_index", 0);
    add(
        events,
        "response.content_part.added",
        at.andThen(event -> event.set("part", outputText(""))));
    for (String piece : turn.pieces()) {
      add(
          events,
          "response.output_text.delta",
          at.andThen(event -> event.put("delta", piece).putArray("logprobs")));
    }
    add(
        events,
        "response.output_text.done",
        at.andThen(event -> event.put("text", turn.text()).putArray("logprobs")));
    add(
        events,
        "response.content_part.done",
        at.andThen(event -> event.set("part", outputText(turn.text()))));
  }

  private void addArguments(List<SseEvent> events, int index, ObjectNode item) {
    String arguments = item.path("arguments").asText();
    Consumer<ObjectNode> at =
        event -> event.put("item_id", item.path("id").asText()).put("output_index", index);
    add(
        events,
        "response.function_call_arguments.delta",
        at.andThen(event -> event.put("delta", arguments)));
    add(
        events,
        "response.function_call_arguments.done",
        at.andThen(
            event -> event.put("name", item.path("name").asText()).put("arguments", arguments)));
  }

  private static void add(List<SseEvent> events, String type, Consumer<ObjectNode> fill) {
    ObjectNode event = Json.object().put("type", type).put("sequence_number", events.size());
    fill.accept(event);
    events.add(new SseEvent(type, Json.text(event)));
  }

  private String finalStatus() {
    return turn.truncated() ? "incomplete" : "completed";
  }

  private ObjectNode response(String status, List<ObjectNode> items) {
    ObjectNode node =
        Json.object()
            .put("id", "resp_" + turn.id())
            .put("object", "response")
            .put("created_at", turn.time().getEpochSecond())
            .put("status", status)
            .put("background", false);
    node.set("completed_at", status.equals("completed") ? node.get("created_at") : null);
    node.putNull("error");
    if (status.equals("incomplete")) {
      node.putObject("incomplete_details").put("reason", "max_output_tokens");
    } else {
      node.putNull("incomplete_details");
    }
    echo(node, "instructions", null);
    node.put("frequency_penalty", 0.0).put("presence_penalty", 0.0);
    echo(node, "max_output_tokens", null);
    node.putNull("max_tool_calls").put("model", turn.model());
    ArrayNode output = node.putArray("output");
    items.forEach(output::add);
    echo(node, "parallel_tool_calls", BooleanNode.TRUE);
    echo(node, "previous_response_id", null);
    echo(node, "prompt_cache_key", null);
    echo(node, "prompt_cache_retention", null);
    node.putObject("reasoning").putNull("effort").putNull("summary");
    echo(node, "safety_identifier", null);
    node.put("service_tier", "default");
    node.put("store", turn.request().path("store").asBoolean(true)).put("temperature", 1.0);
    node.putObject("text").put("verbosity", "medium").putObject("format").put("type", "text");
    echo(node, "tool_choice", Json.textNode("auto"));
    node.set("tools", tools());
    node.put("top_logprobs", 0).put("top_p", 1.0).put("truncation", "disabled");
    boolean ended = status.equals("completed") || status.equals("incomplete");
    node.set("usage", ended ? usage() : null);
    echo(node, "user", null);
    echo(node, "metadata", Json.object());
    if (turn.request().hasNonNull("conversation")) {
      JsonNode conversation = turn.request().get("conversation");
      node.putObject("conversation")
          .put("id", conversation.path("id").asText(conversation.asText()));
    }
    return node;
  }

  /** The tools asked for; functions have every member that the API gives them. */
  private ArrayNode tools() {
    ArrayNode tools = Json.array();
    for (JsonNode tool : turn.request().path("tools")) {
      ObjectNode told = tool.deepCopy();
      if (told.path("type").asText().equals("function")) {
        told.putIfAbsent("description", told.nullNode());
        told.putIfAbsent("strict", BooleanNode.TRUE);
      }
      tools.add(told);
    }
    return tools;
  }

  private void echo(ObjectNode node, String field, @Nullable JsonNode otherwise) {
    node.set(field, turn.request().hasNonNull(field) ? turn.request().get(field) : otherwise);
  }

  private ObjectNode usage() {
    ObjectNode usage = Json.object().put("input_tokens", turn.use().total());
    usage.putObject("input_tokens_details").put("cached_tokens", turn.use().read());
    usage.put("output_tokens", turn.outputTokens());
    usage.putObject("output_tokens_details").put("reasoning_tokens", turn.reasoningTokens());
    return usage.put("total_tokens", turn.use().total() + turn.outputTokens());
  }
}

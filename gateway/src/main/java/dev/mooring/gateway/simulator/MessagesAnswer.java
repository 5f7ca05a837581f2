package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * An answer of Anthropic's Messages (API reference, November 2026).
 *
 * @param vendor who serves it
 */
record MessagesAnswer(Turn turn, Vendor vendor) implements Answer {
  private static final String THINKING = "Weighing the question.";

  @Override
  public ObjectNode document() {
    ObjectNode message = message();
    ArrayNode content = (ArrayNode) message.get("content");
    if (turn.reply().reasoning()) {
      content
          .addObject()
          .put("type", "thinking")
          .put("thinking", THINKING)
          .put("signature", turn.seal());
    }
    if (!turn.pieces().isEmpty()) {
      content.addObject().put("type", "text").put("text", turn.text());
    }
    for (Reply.ToolCall call : turn.reply().toolCalls()) {
      ObjectNode block = toolUse(call);
      block.set("input", Json.parseKnown(call.arguments()));
      content.add(block);
    }
    message.put("stop_reason", stopReason());
    message.set("usage", usage(turn.outputTokens()));
    return message;
  }

  @Override
  public List<SseEvent> events() {
    List<SseEvent> events = new ArrayList<>();
    ObjectNode message = message();
    message.set("usage", usage(1));
    events.add(event("message_start", node -> node.set("message", message)));
    int index = 0;
    if (turn.reply().reasoning()) {
      addThinking(events, index++);
    }
    if (!turn.pieces().isEmpty()) {
      addText(events, index++);
    }
    for (Reply.ToolCall call : turn.reply().toolCalls()) {
      addToolUse(events, index++, call);
    }
    events.add(
        event(
            "message_delta",
            node -> {
              node.putObject("delta").put("stop_reason", stopReason()).putNull("stop_sequence");
              node.set("usage", finalUsage());
            }));
    events.add(event("message_stop", node -> {}));
    return events;
  }

  @Override
  public SseEvent error(int index, ApiError error, boolean failed) {
    return new SseEvent("error", Json.text(vendor.body(error, "req_" + turn.id())));
  }

  /** The event that keeps a silent stream alive. */
  static SseEvent ping() {
    return new SseEvent("ping", "{\"type\":\"ping\"}");
  }

  private void addThinking(List<SseEvent> events, int index) {
    ObjectNode block =
        Json.object().put("type", "thinking").put("thinking", "").put("signature", "");
    events.add(blockStart(index, block));
    events.add(delta(index, Json.object().put("type", "thinking_delta").put("thinking", THINKING)));
    events.add(
        delta(index, Json.object().put("type", "signature_delta").put("signature", turn.seal())));
    events.add(blockStop(index));
  }

  private void addText(List<SseEvent> events, int index) {
    events.add(blockStart(index, Json.object().put("type", "text").put("text", "")));
    events.add(ping());
    for (String piece : turn.pieces()) {
      events.add(delta(index, Json.object().put("type", "text_delta").put("text", piece)));
    }
    events.add(blockStop(index));
  }

  private void addToolUse(List<SseEvent> events, int index, Reply.ToolCall call) {
    events.add(blockStart(index, toolUse(call)));
    events.add(
        delta(
            index,
            Json.object().put("type", "input_json_delta").put("partial_json", call.arguments())));
    events.add(blockStop(index));
  }

  private ObjectNode toolUse(Reply.ToolCall call) {
    ObjectNode block =
        Json.object()
            .put("type", "tool_use")
            .put("id", turn.ids().next("toolu_"))
            .put("name", call.name());
    block.set("input", Json.object());
    return block;
  }

  private ObjectNode message() {
    ObjectNode message =
        Json.object()
            .put("id", "msg_" + turn.id())
            .put("type", "message")
            .put("role", "assistant")
            .put("model", turn.model());
    message.putArray("content");
    return message.putNull("stop_reason").putNull("stop_sequence");
  }

  private String stopReason() {
    if (turn.truncated()) {
      return "max_tokens";
    }
    return turn.reply().toolCalls().isEmpty() ? "end_turn" : "tool_use";
  }

  private ObjectNode usage(int outputTokens) {
    ObjectNode usage = inputUsage();
    usage
        .putObject("cache_creation")
        .put("ephemeral_5m_input_tokens", turn.use().writtenShort())
        .put("ephemeral_1h_input_tokens", turn.use().writtenLong());
    return usage.put("output_tokens", outputTokens).put("service_tier", "standard");
  }

  private ObjectNode finalUsage() {
    return inputUsage().put("output_tokens", turn.outputTokens());
  }

  private ObjectNode inputUsage() {
    return Json.object()
        .put("input_tokens", turn.use().fresh())
        .put("cache_creation_input_tokens", turn.use().written())
        .put("cache_read_input_tokens", turn.use().read());
  }

  private static SseEvent blockStart(int index, ObjectNode block) {
    return event(
        "content_block_start", node -> node.put("index", index).set("content_block", block));
  }

  private static SseEvent delta(int index, ObjectNode delta) {
    return event("content_block_delta", node -> node.put("index", index).set("delta", delta));
  }

  private static SseEvent blockStop(int index) {
    return event("content_block_stop", node -> node.put("index", index));
  }

  private static SseEvent event(String type, Consumer<ObjectNode> fill) {
    ObjectNode node = Json.object().put("type", type);
    fill.accept(node);
    return new SseEvent(type, Json.text(node));
  }
}

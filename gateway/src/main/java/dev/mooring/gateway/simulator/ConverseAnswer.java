package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * An answer of Bedrock's Converse and ConverseStream (AWS API reference, November 2026). A stream
 * begins a block in so many words for tools only, pads its payloads, and tells usage after its
 * stop.
 */
record ConverseAnswer(Turn turn) implements Answer {
  private static final String REASONING = "Weighing the question.";
  private static final String PADDING = "abcdefghijklmnopqrstuvwxyz";

  @Override
  public ObjectNode document() {
    ObjectNode body = Json.object();
    ObjectNode message = body.putObject("output").putObject("message").put("role", "assistant");
    ArrayNode content = message.putArray("content");
    if (turn.reply().reasoning()) {
      content
          .addObject()
          .putObject("reasoningContent")
          .putObject("reasoningText")
          .put("text", REASONING)
          .put("signature", turn.seal());
    }
    if (!turn.pieces().isEmpty()) {
      content.addObject().put("text", turn.text());
    }
    for (Reply.ToolCall call : turn.reply().toolCalls()) {
      content
          .addObject()
          .putObject("toolUse")
          .put("toolUseId", toolUseId())
          .put("name", call.name())
          .set("input", Json.parseKnown(call.arguments()));
    }
    body.put("stopReason", stopReason());
    putUsage(body);
    return body;
  }

  @Override
  public String streamType() {
    return "application/vnd.amazon.eventstream";
  }

  @Override
  public List<AwsFrame> events() {
    List<AwsFrame> frames = new ArrayList<>();
    add(frames, "messageStart", Json.object().put("role", "assistant"));
    int index = 0;
    if (turn.reply().reasoning()) {
      addReasoning(frames, "text", REASONING);
      addReasoning(frames, "signature", turn.seal());
      add(frames, "contentBlockStop", block(index++));
    }
    if (!turn.pieces().isEmpty()) {
      for (String piece : turn.pieces()) {
        ObjectNode delta = block(index);
        delta.putObject("delta").put("text", piece);
        add(frames, "contentBlockDelta", delta);
      }
      add(frames, "contentBlockStop", block(index++));
    }
    for (Reply.ToolCall call : turn.reply().toolCalls()) {
      addToolUse(frames, index++, call);
    }
    add(frames, "messageStop", Json.object().put("stopReason", stopReason()));
    add(frames, "metadata", putUsage(Json.object()));
    return frames;
  }

  @Override
  public AwsFrame error(int index, ApiError error, boolean failed) {
    return AwsFrame.exception(error);
  }

  private static void addReasoning(List<AwsFrame> frames, String field, String value) {
    ObjectNode delta = block(0);
    delta.putObject("delta").putObject("reasoningContent").put(field, value);
    add(frames, "contentBlockDelta", delta);
  }

  private void addToolUse(List<AwsFrame> frames, int index, Reply.ToolCall call) {
    ObjectNode start = block(index);
    start
        .putObject("start")
        .putObject("toolUse")
        .put("toolUseId", toolUseId())
        .put("name", call.name());
    add(frames, "contentBlockStart", start);
    int half = call.arguments().length() / 2;
    for (String part :
        List.of(call.arguments().substring(0, half), call.arguments().substring(half))) {
      ObjectNode delta = block(index);
      delta.putObject("delta").putObject("toolUse").put("input", part);
      add(frames, "contentBlockDelta", delta);
    }
    add(frames, "contentBlockStop", block(index));
  }

  private String toolUseId() {
    return turn.ids().next("tooluse_");
  }

  private static ObjectNode block(int index) {
    return Json.object().put("contentBlockIndex", index);
  }

  private static void add(List<AwsFrame> frames, String type, ObjectNode payload) {
    payload.put("p", PADDING.substring(0, frames.size() % PADDING.length() + 1));
    frames.add(AwsFrame.event(type, payload));
  }

  private String stopReason() {
    if (turn.truncated()) {
      return "max_tokens";
    }
    return turn.reply().toolCalls().isEmpty() ? "end_turn" : "tool_use";
  }

  private ObjectNode putUsage(ObjectNode body) {
    CacheUse use = turn.use();
    ObjectNode usage =
        body.putObject("usage")
            .put("inputTokens", use.fresh())
            .put("outputTokens", turn.outputTokens())
            .put("totalTokens", use.total() + turn.outputTokens())
            .put("cacheReadInputTokens", use.read())
            .put("cacheWriteInputTokens", use.written());
    if (use.written() > 0) {
      ArrayNode details = usage.putArray("cacheDetails");
      addDetail(details, "1h", use.writtenLong());
      addDetail(details, "5m", use.writtenShort());
    }
    body.putObject("metrics").put("latencyMs", 1);
    return body;
  }

  private static void addDetail(ArrayNode details, String ttl, int tokens) {
    if (tokens > 0) {
      details.addObject().put("ttl", ttl).put("inputTokens", tokens);
    }
  }
}

package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * An answer of Gemini's {@code generateContent} and {@code streamGenerateContent} (API reference,
 * November 2026). Each event is a whole response; the last has the finish reason. The first
 * function call has the thought signature, or else the last text.
 */
record GeminiAnswer(Turn turn) implements Answer {
  private static final String THOUGHT = "Weighing the question.";

  @Override
  public ObjectNode document() {
    ArrayNode parts = Json.array();
    if (turn.reply().reasoning()) {
      parts.add(thought());
    }
    if (!turn.pieces().isEmpty()) {
      ObjectNode text = parts.addObject().put("text", turn.text());
      if (signsText()) {
        text.put("thoughtSignature", turn.seal());
      }
    }
    calls().forEach(parts::add);
    return response(parts, true, candidateTokens());
  }

  @Override
  public String streamType() {
    return "text/event-stream";
  }

  @Override
  public List<SseEvent> events() {
    return responses().stream().map(each -> new SseEvent(null, Json.text(each))).toList();
  }

  @Override
  public SseEvent error(int index, ApiError error, boolean failed) {
    return new SseEvent(null, Json.text(GoogleVendor.body(error)));
  }

  /** The responses of a stream. */
  List<ObjectNode> responses() {
    List<ObjectNode> responses = new ArrayList<>();
    if (turn.reply().reasoning()) {
      responses.add(response(Json.array().add(thought()), false, 0));
    }
    int tokens = 0;
    for (String piece : turn.pieces()) {
      ObjectNode text = Json.object().put("text", piece);
      responses.add(response(Json.array().add(text), false, ++tokens));
    }
    for (ObjectNode call : calls()) {
      responses.add(response(Json.array().add(call), false, candidateTokens()));
    }
    ObjectNode last = Json.object().put("text", "");
    if (signsText()) {
      last.put("thoughtSignature", turn.seal());
    }
    responses.add(response(Json.array().add(last), true, candidateTokens()));
    return responses;
  }

  private static ObjectNode thought() {
    return Json.object().put("text", THOUGHT).put("thought", true);
  }

  private boolean signsText() {
    return turn.reply().reasoning() && turn.reply().toolCalls().isEmpty();
  }

  private List<ObjectNode> calls() {
    List<ObjectNode> calls = new ArrayList<>();
    for (Reply.ToolCall call : turn.reply().toolCalls()) {
      ObjectNode part = Json.object();
      part.putObject("functionCall")
          .put("name", call.name())
          .set("args", Json.parseKnown(call.arguments()));
      if (calls.isEmpty()) {
        part.put("thoughtSignature", turn.seal());
      }
      calls.add(part);
    }
    return calls;
  }

  private int candidateTokens() {
    return turn.outputTokens() - turn.reasoningTokens();
  }

  private ObjectNode response(ArrayNode parts, boolean last, int candidateTokens) {
    ObjectNode response = Json.object();
    ObjectNode candidate = response.putArray("candidates").addObject();
    candidate.putObject("content").put("role", "model").set("parts", parts);
    if (last) {
      candidate.put("finishReason", turn.truncated() ? "MAX_TOKENS" : "STOP");
    }
    candidate.put("index", 0);
    response.set("usageMetadata", usage(candidateTokens));
    return response.put("modelVersion", turn.model()).put("responseId", turn.id());
  }

  private ObjectNode usage(int candidateTokens) {
    CacheUse use = turn.use();
    ObjectNode usage =
        Json.object()
            .put("promptTokenCount", use.total())
            .put("candidatesTokenCount", candidateTokens)
            .put("totalTokenCount", use.total() + candidateTokens + turn.reasoningTokens());
    if (use.read() > 0) {
      usage.put("cachedContentTokenCount", use.read());
      addText(usage.putArray("cacheTokensDetails"), use.read());
    }
    addText(usage.putArray("promptTokensDetails"), use.total());
    if (turn.reasoningTokens() > 0) {
      usage.put("thoughtsTokenCount", turn.reasoningTokens());
    }
    return usage;
  }

  private static void addText(ArrayNode details, int tokens) {
    details.addObject().put("modality", "TEXT").put("tokenCount", tokens);
  }
}

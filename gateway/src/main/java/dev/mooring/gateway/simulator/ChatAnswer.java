package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer of OpenAI's Chat Completions (API reference, November 2026).
 *
 * @param filtered whether it tells of Azure's content filter: in a first chunk without choices
 */
record ChatAnswer(Turn turn, boolean filtered) implements Answer {
  private static final String REASONING = "Weighing the question.";

  @Override
  public ObjectNode document() {
    ObjectNode message =
        Json.object().put("role", "assistant").put("content", turn.text()).putNull("refusal");
    message.set("annotations", Json.array());
    if (turn.reply().reasoning()) {
      message.put("reasoning_content", REASONING);
    }
    if (!turn.reply().toolCalls().isEmpty()) {
      ArrayNode calls = message.putArray("tool_calls");
      turn.reply().toolCalls().forEach(call -> calls.add(toolCall(call)));
    }
    ObjectNode body = envelope("chat.completion");
    ObjectNode choice = body.putArray("choices").addObject().put("index", 0);
    choice.set("message", message);
    choice.putNull("logprobs").put("finish_reason", finishReason());
    body.set("usage", usage());
    if (filtered) {
      putFilterResults(body);
    }
    return body.put("service_tier", "default").put("system_fingerprint", "fp_simulated");
  }

  @Override
  public List<SseEvent> events() {
    boolean usageAsked =
        turn.request().path("stream_options").path("include_usage").asBoolean(false);
    List<SseEvent> events = new ArrayList<>();
    if (filtered) {
      ObjectNode prelude = Json.object().put("id", "").put("object", "").put("created", 0);
      prelude.put("model", "").putArray("choices");
      putFilterResults(prelude);
      events.add(new SseEvent(null, Json.text(prelude)));
    }
    ObjectNode first = Json.object().put("role", "assistant").put("content", "").putNull("refusal");
    events.add(chunk(first, null, usageAsked));
    if (turn.reply().reasoning()) {
      events.add(chunk(Json.object().put("reasoning_content", REASONING), null, usageAsked));
    }
    for (String piece : turn.pieces()) {
      events.add(chunk(Json.object().put("content", piece), null, usageAsked));
    }
    addToolCalls(events, usageAsked);
    events.add(chunk(Json.object(), finishReason(), usageAsked));
    if (usageAsked) {
      ObjectNode last = envelope("chat.completion.chunk");
      last.putArray("choices");
      last.set("usage", usage());
      events.add(new SseEvent(null, Json.text(last)));
    }
    events.add(new SseEvent(null, "[DONE]"));
    return events;
  }

  @Override
  public SseEvent error(int index, ApiError error, boolean failed) {
    return new SseEvent(null, Json.text(OpenAiVendor.body(error)));
  }

  private static void putFilterResults(ObjectNode body) {
    body.putArray("prompt_filter_results")
        .addObject()
        .put("prompt_index", 0)
        .putObject("content_filter_results")
        .putObject("hate")
        .put("filtered", false)
        .put("severity", "safe");
  }

  private void addToolCalls(List<SseEvent> events, boolean usageAsked) {
    int index = 0;
    for (Reply.ToolCall call : turn.reply().toolCalls()) {
      ObjectNode start = Json.object();
      ObjectNode delta = start.putArray("tool_calls").addObject().put("index", index);
      delta.put("id", turn.ids().next("call_")).put("type", "function");
      delta.putObject("function").put("name", call.name()).put("arguments", "");
      events.add(chunk(start, null, usageAsked));
      ObjectNode more = Json.object();
      more.putArray("tool_calls")
          .addObject()
          .put("index", index)
          .putObject("function")
          .put("arguments", call.arguments());
      events.add(chunk(more, null, usageAsked));
      index++;
    }
  }

  private ObjectNode toolCall(Reply.ToolCall call) {
    ObjectNode node = Json.object().put("id", turn.ids().next("call_")).put("type", "function");
    node.putObject("function").put("name", call.name()).put("arguments", call.arguments());
    return node;
  }

  private SseEvent chunk(ObjectNode delta, @Nullable String finish, boolean usageAsked) {
    ObjectNode chunk = envelope("chat.completion.chunk");
    chunk.put("service_tier", "default").put("system_fingerprint", "fp_simulated");
    ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
    choice.set("delta", delta);
    choice.putNull("logprobs").put("finish_reason", finish);
    if (usageAsked) {
      chunk.putNull("usage");
    }
    return new SseEvent(null, Json.text(chunk));
  }

  private ObjectNode envelope(String object) {
    return Json.object()
        .put("id", "chatcmpl-" + turn.id())
        .put("object", object)
        .put("created", turn.time().getEpochSecond())
        .put("model", turn.model());
  }

  private String finishReason() {
    if (turn.truncated()) {
      return "length";
    }
    return turn.reply().toolCalls().isEmpty() ? "stop" : "tool_calls";
  }

  private ObjectNode usage() {
    ObjectNode usage =
        Json.object()
            .put("prompt_tokens", turn.use().total())
            .put("completion_tokens", turn.outputTokens())
            .put("total_tokens", turn.use().total() + turn.outputTokens());
    usage
        .putObject("prompt_tokens_details")
        .put("cached_tokens", turn.use().read())
        .put("audio_tokens", 0);
    usage
        .putObject("completion_tokens_details")
        .put("reasoning_tokens", turn.reasoningTokens())
        .put("audio_tokens", 0)
        .put("accepted_prediction_tokens", 0)
        .put("rejected_prediction_tokens", 0);
    return usage;
  }
}

package dev.mooring.gateway.translate.converse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.StopReason;
import dev.mooring.gateway.translate.model.TokenUsage;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The events of one streamed answer. Text and reasoning begin without a start event; the counts
 * come after the stop, so that the end is told with them, or when the stream ends.
 */
final class ConverseEvents {
  private final AnswerSink sink;
  private final Map<Integer, Integer> parts = new HashMap<>();
  private int next;
  private boolean begun;
  private boolean ended;
  private @Nullable StopReason stop;
  private @Nullable String stopSequence;
  private @Nullable TokenUsage usage;

  /** Nothing has come yet. */
  ConverseEvents(AnswerSink sink) {
    this.sink = sink;
  }

  /** Takes an event. */
  void event(String type, JsonNode event) {
    if (ended) {
      return;
    }
    begin();
    switch (type) {
      case "contentBlockStart" -> start(event);
      case "contentBlockDelta" -> delta(part(event), event.path("delta"));
      case "contentBlockStop" -> close(event);
      case "messageStop" -> {
        stop = ConverseStop.read(event.path("stopReason").asText(""));
        stopSequence = ConverseJson.stopSequence(event);
      }
      case "metadata" -> usage = ConverseUsage.read(event.path("usage"));
      default -> {}
    }
    if (stop != null && usage != null) {
      end();
    }
  }

  /** Takes an error. */
  void fail(UpstreamError error) {
    if (!ended) {
      begin();
      ended = true;
      sink.fail(error);
    }
  }

  /** Nothing more comes: tells the regular end if the answer had come to it. */
  void end() {
    if (ended || stop == null) {
      return;
    }
    ended = true;
    parts.values().stream().sorted().forEach(sink::close);
    sink.finish(stop, stopSequence, usage);
  }

  private void begin() {
    if (!begun) {
      begun = true;
      sink.begin(null, null, null);
    }
  }

  private void start(JsonNode event) {
    JsonNode call = event.path("start").path("toolUse");
    if (call.isObject()) {
      sink.toolCall(
          part(event), call.path("toolUseId").asText(""), call.path("name").asText(""), null);
    }
  }

  private void delta(int part, JsonNode delta) {
    JsonNode reasoning = delta.path("reasoningContent");
    if (delta.path("text").isTextual()) {
      sink.text(part, delta.path("text").textValue());
    } else if (delta.path("toolUse").path("input").isTextual()) {
      sink.arguments(part, delta.path("toolUse").path("input").textValue());
    } else if (reasoning.isObject()) {
      reasoning(part, reasoning);
    }
  }

  private void reasoning(int part, JsonNode reasoning) {
    String redacted = ConverseJson.redacted(reasoning);
    if (redacted != null) {
      sink.reasoning(part, "");
      sink.signature(part, new Signature(Signature.Family.ANTHROPIC, redacted, true));
    } else if (reasoning.path("signature").isTextual()) {
      sink.signature(
          part, new Signature(Signature.Family.ANTHROPIC, reasoning.path("signature").textValue()));
    } else {
      sink.reasoning(part, reasoning.path("text").asText(""));
    }
  }

  private void close(JsonNode event) {
    Integer part = parts.remove(event.path("contentBlockIndex").asInt(0));
    if (part != null) {
      sink.close(part);
    }
  }

  /** The number of the part that a block is. */
  private int part(JsonNode event) {
    return parts.computeIfAbsent(event.path("contentBlockIndex").asInt(0), unused -> next++);
  }
}

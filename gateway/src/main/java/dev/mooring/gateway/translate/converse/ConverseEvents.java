package dev.mooring.gateway.translate.converse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.TokenUsage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The events of one streamed answer. Only calls begin with an event of their own. The counts come
 * after the stop, so that the end is told with them, or when the stream ends.
 */
final class ConverseEvents {
  private final AnswerSink sink;
  private final Map<Integer, Block> blocks = new HashMap<>();
  private final Set<Part.Source> sources = new HashSet<>(0);
  private int next;
  private boolean begun;
  private boolean ended;
  private boolean called;
  private boolean answered;
  private boolean counted;
  private @Nullable JsonNode stop;
  private @Nullable TokenUsage usage;

  private enum Kind {
    TEXT,
    REASONING,
    CALL,
    /** The answer that comes as a call. */
    ANSWER
  }

  private record Block(int part, Kind kind) {}

  /** Nothing has come yet. */
  ConverseEvents(AnswerSink sink) {
    this.sink = sink;
  }

  /** Takes an event; one of an unknown type says nothing. */
  void event(String type, JsonNode event) {
    if (ended) {
      return;
    }
    if (!begun) {
      begun = true;
      sink.begin(null, null, null);
    }
    int index = event.path("contentBlockIndex").asInt(0);
    switch (type) {
      case "contentBlockStart" -> start(index, event.path("start").path("toolUse"));
      case "contentBlockDelta" -> delta(index, event.path("delta"));
      case "contentBlockStop" -> close(index);
      case "messageStop" -> stop = event;
      case "metadata" -> {
        counted = true;
        usage = ConverseUsage.read(event.path("usage"));
      }
      default -> {}
    }
    if (stop != null && counted) {
      end();
    }
  }

  /** Takes an error, after which nothing counts. */
  void fail(UpstreamError error) {
    if (!ended) {
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
    blocks.values().stream().mapToInt(Block::part).sorted().forEach(sink::close);
    sink.finish(ConverseJson.stop(stop, called, answered), ConverseJson.stopSequence(stop), usage);
  }

  private void start(int index, JsonNode call) {
    if (!call.isObject()) {
      return;
    }
    String name = call.path("name").asText("");
    if (name.equals(ConverseJson.ANSWER)) {
      answered = true;
      sink.text(open(index, Kind.ANSWER), "");
    } else {
      called = true;
      sink.toolCall(open(index, Kind.CALL), call.path("toolUseId").asText(""), name, null);
    }
  }

  private void delta(int index, JsonNode delta) {
    JsonNode reasoning = delta.path("reasoningContent");
    if (delta.path("text").isTextual()) {
      sink.text(part(index, Kind.TEXT), delta.path("text").textValue());
    } else if (delta.path("toolUse").path("input").isTextual()) {
      arguments(index, delta.path("toolUse").path("input").textValue());
    } else if (reasoning.isObject()) {
      reasoning(part(index, Kind.REASONING), reasoning);
    } else if (delta.path("citation").isObject()) {
      Part.Source source = ConverseJson.source(delta.path("citation"));
      if (source != null && sources.add(source)) {
        sink.source(source);
      }
    }
  }

  private void arguments(int index, String delta) {
    Block block = blocks.get(index);
    if (block != null && block.kind() == Kind.CALL) {
      sink.arguments(block.part(), delta);
    } else if (block != null && block.kind() == Kind.ANSWER) {
      sink.text(block.part(), delta);
    } else {
      throw new MalformedAnswerException("the provider's stream has arguments of no call");
    }
  }

  private void reasoning(int part, JsonNode reasoning) {
    Signature redacted = ConverseJson.redacted(reasoning);
    Signature seal = redacted == null ? ConverseJson.seal(reasoning) : redacted;
    String text = reasoning.path("text").asText("");
    if (seal == null || redacted != null || !text.isEmpty()) {
      sink.reasoning(part, text);
    }
    if (seal != null) {
      sink.signature(part, seal);
    }
  }

  private void close(int index) {
    Block block = blocks.remove(index);
    if (block != null) {
      sink.close(block.part());
    }
  }

  /** The part that a block is; another one where its kind is not the one it had. */
  private int part(int index, Kind kind) {
    Block block = blocks.get(index);
    return block != null && block.kind() == kind ? block.part() : open(index, kind);
  }

  private int open(int index, Kind kind) {
    close(index);
    blocks.put(index, new Block(next, kind));
    return next++;
  }
}

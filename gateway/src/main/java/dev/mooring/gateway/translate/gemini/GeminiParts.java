package dev.mooring.gateway.translate.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Signature;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an answer, numbered: neighbours of one kind, which may be pieces of a stream, are
 * one part.
 *
 * <p>A seal on text has no place of its own in other formats: it is told as reasoning without words
 * right after the text, as which it also comes back.
 */
final class GeminiParts {
  private final AnswerSink sink;
  private String answerId = "";
  private Open open = Open.NOTHING;
  private int number = -1;
  private int calls;

  /** What the newest part is while it may go on. */
  private enum Open {
    NOTHING,
    TEXT,
    THOUGHT
  }

  /** No parts yet. */
  GeminiParts(AnswerSink sink) {
    this.sink = sink;
  }

  /** Sets the answer's id, from which the ids of its calls are made. */
  void answerId(@Nullable String id) {
    answerId = id == null ? UUID.randomUUID().toString() : id;
  }

  /** Whether a tool is called. */
  boolean called() {
    return calls > 0;
  }

  /** Takes the next part or piece of one. */
  void part(JsonNode part) {
    if (part.path("functionCall").isObject()) {
      call(part.path("functionCall"), GeminiAnswer.seal(part));
    } else if (part.path("text").isTextual()) {
      words(part);
    }
  }

  /** Closes what is open. */
  void end() {
    if (open != Open.NOTHING) {
      sink.close(number);
      open = Open.NOTHING;
    }
  }

  private void words(JsonNode part) {
    String words = part.path("text").textValue();
    boolean thought = part.path("thought").asBoolean(false);
    Signature seal = GeminiAnswer.seal(part);
    if (!words.isEmpty()) {
      open(thought ? Open.THOUGHT : Open.TEXT);
      if (thought) {
        sink.reasoning(number, words);
      } else {
        sink.text(number, words);
      }
    }
    if (seal != null) {
      seal(thought, seal);
    }
  }

  private void seal(boolean thought, Signature seal) {
    if (!thought || open != Open.THOUGHT) {
      end();
      number++;
      sink.reasoning(number, "");
    }
    sink.signature(number, seal);
    sink.close(number);
    open = Open.NOTHING;
  }

  private void call(JsonNode call, @Nullable Signature seal) {
    end();
    number++;
    sink.toolCall(number, id(call), call.path("name").asText(""), seal);
    JsonNode args = call.path("args");
    sink.arguments(number, args.isObject() ? Json.text(args) : "{}");
    sink.close(number);
  }

  /** The call's id; made from the answer's where the provider gives none, the same each time. */
  private String id(JsonNode call) {
    int index = calls++;
    String id = GeminiAnswer.text(call, "id");
    if (id != null && !id.isEmpty()) {
      return id;
    }
    byte[] name = (answerId + '/' + index).getBytes(StandardCharsets.UTF_8);
    return "call_" + UUID.nameUUIDFromBytes(name).toString().replace("-", "");
  }

  private void open(Open kind) {
    if (open == kind) {
      return;
    }
    end();
    open = kind;
    number++;
  }
}

package dev.mooring.gateway.translate.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.HashedId;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an answer, numbered: neighbours of one kind, which may be pieces of a stream, are
 * one part.
 *
 * <p>A seal on text or on an image has no place of its own in other formats: it is told as
 * reasoning without words right after it, as which it also comes back.
 */
final class GeminiParts {
  private static final int ID_LENGTH = 24;

  private final AnswerSink sink;
  private String answerId = "";
  private Open open = Open.NOTHING;
  private @Nullable PartialArguments arguments;
  private int number = -1;
  private int calls;

  /** What the newest part is while it may go on. */
  private enum Open {
    NOTHING,
    TEXT,
    THOUGHT,
    CALL
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

  /** Takes the next part or piece of one; what other formats have no word for is passed over. */
  void part(JsonNode part) {
    Signature seal = seal(part);
    if (part.path("functionCall").isObject()) {
      call(part.path("functionCall"), seal);
    } else if (part.path("text").isTextual()) {
      words(part.path("text").textValue(), part.path("thought").asBoolean(false), seal);
    } else if (!part.path("thought").asBoolean(false)) {
      file(part, seal);
    }
  }

  /** Closes what is open. */
  void end() {
    if (arguments != null) {
      sink.arguments(number, arguments.end());
      arguments = null;
    }
    if (open != Open.NOTHING) {
      sink.close(number);
      open = Open.NOTHING;
    }
  }

  private void words(String words, boolean thought, @Nullable Signature seal) {
    Open kind = thought ? Open.THOUGHT : Open.TEXT;
    if (!words.isEmpty()) {
      if (open != kind) {
        begin(kind);
      }
      if (thought) {
        sink.reasoning(number, words);
      } else {
        sink.text(number, words);
      }
    }
    if (seal != null) {
      seal(seal, thought && open == Open.THOUGHT);
    }
  }

  private void seal(Signature seal, boolean ofOpenPart) {
    if (!ofOpenPart) {
      begin(Open.THOUGHT);
      sink.reasoning(number, "");
    }
    sink.signature(number, seal);
    end();
  }

  private void file(JsonNode part, @Nullable Signature seal) {
    JsonNode data = part.path("inlineData");
    JsonNode url = part.path("fileData");
    Part.Media.Source source;
    if (data.path("data").isTextual()) {
      source = new Part.Media.Source.Data(data.path("data").textValue());
    } else if (url.path("fileUri").isTextual()) {
      source = new Part.Media.Source.Url(url.path("fileUri").textValue());
    } else {
      return;
    }
    String type = (data.isObject() ? data : url).path("mimeType").asText("");
    begin(Open.NOTHING);
    sink.media(number, new Part.Media(type, source, null, null, null));
    sink.close(number);
    if (seal != null) {
      seal(seal, false);
    }
  }

  private void call(JsonNode call, @Nullable Signature seal) {
    JsonNode pieces = call.path("partialArgs");
    boolean more = call.path("willContinue").asBoolean(false);
    if (call.path("name").isTextual()) {
      begin(Open.CALL);
      sink.toolCall(number, id(call), call.path("name").textValue(), seal);
      if (!more && !pieces.isArray()) {
        JsonNode args = call.path("args");
        sink.arguments(number, args.isObject() ? Json.text(args) : "{}");
        end();
        return;
      }
      arguments = new PartialArguments();
    }
    if (arguments != null) {
      String delta = arguments.add(pieces);
      if (!delta.isEmpty()) {
        sink.arguments(number, delta);
      }
      if (!more) {
        end();
      }
    }
  }

  /** The call's id; made of the answer's where the provider gives none, the same each time. */
  private String id(JsonNode call) {
    int index = calls++;
    String id = call.path("id").asText("");
    return id.isEmpty() ? "call_" + HashedId.of(answerId + '/' + index, ID_LENGTH) : id;
  }

  /** Begins the next part. */
  private void begin(Open kind) {
    end();
    open = kind;
    number++;
  }

  /** The seal on a part, or null. */
  private static @Nullable Signature seal(JsonNode part) {
    String text = part.path("thoughtSignature").asText("");
    return text.isEmpty() ? null : new Signature(Signature.Family.GOOGLE, text);
  }
}

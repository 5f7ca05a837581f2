package dev.mooring.gateway.translate.aisdk;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.AnswerWarning;
import dev.mooring.gateway.translate.model.FreeformInput;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.StopReason;
import dev.mooring.gateway.translate.model.TokenUsage;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The pieces that whole and streamed answers have in common, as a specification version has them.
 */
final class AnswerJson {
  private static final int OLDEST = 2;
  private static final int TAGGED_FILES = 4;

  private final AnswerContext context;
  private final int version;

  /** For one answer; a caller without a version is taken for the newest. */
  AnswerJson(AnswerContext context) {
    this.context = context;
    this.version = context.callerVersion() == 0 ? TAGGED_FILES : context.callerVersion();
  }

  /** The field of what the caller is told of its request. */
  void warnings(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("warnings");
    for (AnswerWarning warning : context.warnings()) {
      json.writeStartObject();
      if (version == OLDEST || !warning.type().equals("unsupported")) {
        json.writeStringField("type", "other");
        json.writeStringField("message", warning.feature() + ": " + warning.details());
      } else {
        json.writeStringField("type", "unsupported");
        json.writeStringField("feature", warning.feature());
        json.writeStringField("details", warning.details());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** The fields of the answer's id, model and time. */
  void response(JsonGenerator json, @Nullable String id) throws IOException {
    json.writeStringField("id", id == null ? context.id() : id);
    json.writeStringField("modelId", context.model());
    json.writeStringField("timestamp", context.at().toString());
  }

  /**
   * The fields that end an answer: why, and what it used.
   *
   * @param declined whether the model declined in words
   */
  void end(JsonGenerator json, StopReason stop, boolean declined, @Nullable TokenUsage usage)
      throws IOException {
    String reason = declined && stop == StopReason.END ? "content-filter" : reason(stop);
    if (version == OLDEST) {
      json.writeStringField("finishReason", reason);
    } else {
      json.writeObjectFieldStart("finishReason");
      json.writeStringField("unified", reason);
      json.writeEndObject();
    }
    json.writeObjectFieldStart("usage");
    if (version == OLDEST) {
      flatUsage(json, usage);
    } else {
      usage(json, usage);
    }
    json.writeEndObject();
  }

  private static String reason(StopReason stop) {
    return switch (stop) {
      case END, STOP_SEQUENCE, PAUSE -> "stop";
      case MAX_TOKENS, CONTEXT_WINDOW -> "length";
      case TOOL_CALLS -> "tool-calls";
      case REFUSAL -> "content-filter";
      case ERROR -> "error";
      case OTHER -> "other";
    };
  }

  private static void flatUsage(JsonGenerator json, @Nullable TokenUsage usage) throws IOException {
    if (usage == null) {
      return;
    }
    json.writeNumberField("inputTokens", usage.input());
    json.writeNumberField("outputTokens", usage.output());
    json.writeNumberField("totalTokens", usage.input() + usage.output());
    json.writeNumberField("reasoningTokens", usage.reasoning());
    json.writeNumberField("cachedInputTokens", usage.cacheRead());
  }

  private static void usage(JsonGenerator json, @Nullable TokenUsage usage) throws IOException {
    json.writeObjectFieldStart("inputTokens");
    if (usage != null) {
      json.writeNumberField("total", usage.input());
      json.writeNumberField("noCache", usage.uncached());
      json.writeNumberField("cacheRead", usage.cacheRead());
      json.writeNumberField("cacheWrite", usage.cacheWrite());
    }
    json.writeEndObject();
    json.writeObjectFieldStart("outputTokens");
    if (usage != null) {
      json.writeNumberField("total", usage.output());
      json.writeNumberField("text", Math.max(0, usage.output() - usage.reasoning()));
      json.writeNumberField("reasoning", usage.reasoning());
    }
    json.writeEndObject();
  }

  /**
   * The field that carries a seal back to us, as the family's own AI SDK provider names it.
   *
   * @param part the number of its part, for an id where the family wants one
   */
  void seal(JsonGenerator json, int part, Signature signature) throws IOException {
    json.writeObjectFieldStart("providerMetadata");
    switch (signature.family()) {
      case ANTHROPIC -> {
        json.writeObjectFieldStart("anthropic");
        json.writeStringField(
            signature.redacted() ? "redactedData" : "signature", signature.value());
      }
      case OPENAI -> {
        json.writeObjectFieldStart("openai");
        json.writeStringField("itemId", "rs_" + context.id() + "_" + part);
        json.writeStringField("reasoningEncryptedContent", signature.value());
      }
      case GOOGLE -> {
        json.writeObjectFieldStart("google");
        json.writeStringField("thoughtSignature", signature.value());
      }
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  /** What tells a freeform tool's text as its arguments come; null for another tool. */
  @Nullable FreeformInput freeform(String name) {
    return FreeformInput.takes(context.request(), name) ? new FreeformInput() : null;
  }

  /** The fields of a finished tool call; what a freeform tool is given is a JSON string. */
  void toolCall(
      JsonGenerator json,
      int part,
      String id,
      String name,
      String arguments,
      @Nullable Signature signature)
      throws IOException {
    json.writeStringField("toolCallId", id);
    json.writeStringField("toolName", name);
    String input = arguments.isEmpty() ? "{}" : arguments;
    if (FreeformInput.takes(context.request(), name)) {
      input = Json.text(TextNode.valueOf(FreeformInput.of(arguments)));
    }
    json.writeStringField("input", input);
    if (signature != null) {
      seal(json, part, signature);
    }
  }

  /** The fields of a file that the model made. */
  void file(JsonGenerator json, Part.Media media) throws IOException {
    json.writeStringField("mediaType", media.mediaType());
    boolean url = media.source() instanceof Part.Media.Source.Url;
    String data = data(media.source());
    if (version < TAGGED_FILES) {
      json.writeStringField("data", data);
      return;
    }
    json.writeObjectFieldStart("data");
    json.writeStringField("type", url ? "url" : "data");
    json.writeStringField(url ? "url" : "data", data);
    json.writeEndObject();
  }

  private static String data(Part.Media.Source source) {
    if (source instanceof Part.Media.Source.Data data) {
      return data.base64();
    }
    if (source instanceof Part.Media.Source.Url url) {
      return url.url();
    }
    throw new IllegalArgumentException("no file that a model made: " + source);
  }

  /** The fields of a page that the answer leans on. */
  void source(JsonGenerator json, int number, Part.Source source) throws IOException {
    json.writeStringField("sourceType", "url");
    json.writeStringField("id", "source-" + number);
    json.writeStringField("url", source.url());
    if (source.title() != null) {
      json.writeStringField("title", source.title());
    }
  }
}

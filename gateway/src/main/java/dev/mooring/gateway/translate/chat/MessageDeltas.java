package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.FileUrl;
import dev.mooring.gateway.translate.model.Part;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what an assistant says, in deltas or as one whole message, and tells an answer's sink. */
final class MessageDeltas {
  private final AnswerSink sink;
  private final OpenParts parts;
  private final ReasoningDeltas reasoning;
  private final ToolCallDeltas calls;
  private final Set<String> sources = new HashSet<>(0);
  private boolean refusal;

  MessageDeltas(AnswerSink sink, boolean whole) {
    this.sink = sink;
    this.parts = new OpenParts(sink);
    this.reasoning = new ReasoningDeltas(sink, parts, whole);
    this.calls = new ToolCallDeltas(sink, parts);
  }

  /** Whether tools are called. */
  boolean calls() {
    return calls.any();
  }

  /** Whether there are words of a refusal. */
  boolean refusal() {
    return refusal;
  }

  /**
   * Takes a delta, or the whole message.
   *
   * @param answerId the answer's id, or null
   */
  void read(JsonNode delta, @Nullable String answerId) {
    reasoning.read(delta);
    content(delta.path("content"));
    refusal(delta.path("refusal").asText(""));
    for (JsonNode image : delta.path("images")) {
      image(image.path("image_url").path("url").asText(""));
    }
    for (JsonNode call : delta.path("tool_calls")) {
      calls.read(call, answerId);
    }
    if (delta.path("function_call").isObject()) {
      calls.readFunctionCall(delta.path("function_call"), answerId);
    }
    text(delta.path("audio").path("transcript").asText(""));
    for (JsonNode annotation : delta.path("annotations")) {
      JsonNode citation = annotation.path("url_citation");
      source(citation.path("url").asText(""), citation.path("title").asText(""));
    }
  }

  /** Takes a page that the answer leans on; each is told once. */
  void source(String url, String title) {
    if (!url.isEmpty() && sources.add(url)) {
      sink.source(new Part.Source(url, title.isEmpty() ? null : title));
    }
  }

  /** Ends all that is open. */
  void close() {
    parts.close();
    calls.close();
  }

  /** Reads {@code content}: text, or Mistral's list of thoughts and texts. */
  private void content(JsonNode content) {
    if (content.isTextual()) {
      text(content.textValue());
      return;
    }
    for (JsonNode piece : content) {
      switch (piece.path("type").asText("")) {
        case "text" -> text(piece.path("text").asText(""));
        case "refusal" -> refusal(piece.path("refusal").asText(""));
        case "image_url" -> image(piece.path("image_url").path("url").asText(""));
        case "thinking" -> {
          for (JsonNode thought : piece.path("thinking")) {
            reasoning.text(thought.path("text").asText(""));
          }
        }
        default -> {}
      }
    }
  }

  private void text(String text) {
    if (!text.isEmpty()) {
      sink.text(parts.in(OpenParts.Kind.TEXT), text);
    }
  }

  private void refusal(String text) {
    if (!text.isEmpty()) {
      refusal = true;
      sink.refusal(parts.in(OpenParts.Kind.REFUSAL), text);
    }
  }

  private void image(String url) {
    if (!url.isEmpty()) {
      int part = parts.begin();
      sink.media(part, FileUrl.read(url, "image/*").media(null, null, null));
      sink.close(part);
    }
  }
}

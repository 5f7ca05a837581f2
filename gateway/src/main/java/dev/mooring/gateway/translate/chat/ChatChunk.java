package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.TokenUsage;
import org.jspecify.annotations.Nullable;

/** What whole answers and chunks of a stream have alike beside their choices. */
final class ChatChunk {
  private ChatChunk() {}

  /** The usage, at its place or at one of those that Groq and Moonshot have for it; or null. */
  static @Nullable TokenUsage usage(JsonNode chunk) {
    TokenUsage usage = ChatUsage.read(chunk.get("usage"));
    if (usage == null) {
      usage = ChatUsage.read(chunk.path("choices").path(0).get("usage"));
    }
    return usage == null ? ChatUsage.read(chunk.path("x_groq").get("usage")) : usage;
  }

  /** Tells of {@code citations}, the list of URLs that Perplexity and xAI have. */
  static void citations(JsonNode chunk, MessageDeltas deltas) {
    for (JsonNode url : chunk.path("citations")) {
      deltas.source(url.asText(""), "");
    }
  }

  /** A text that is not empty, or null. */
  static @Nullable String textOrNull(JsonNode node) {
    return node.isTextual() && !node.textValue().isEmpty() ? node.textValue() : null;
  }
}

package dev.mooring.gateway.translate.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.TokenUsage;
import org.jspecify.annotations.Nullable;

/** The tokens of a Gemini answer: its thoughts are counted beside its candidates, not in them. */
final class GeminiUsage {
  private GeminiUsage() {}

  /**
   * Reads {@code usageMetadata}; null while it tells no count, as in all but the last event of a
   * stream on Vertex.
   */
  static @Nullable TokenUsage read(JsonNode metadata) {
    if (!metadata.path("promptTokenCount").isNumber()
        && !metadata.path("candidatesTokenCount").isNumber()) {
      return null;
    }
    long prompt = count(metadata, "promptTokenCount");
    long thoughts = count(metadata, "thoughtsTokenCount");
    return new TokenUsage(
        prompt + count(metadata, "toolUsePromptTokenCount"),
        Math.min(prompt, count(metadata, "cachedContentTokenCount")),
        0,
        0,
        count(metadata, "candidatesTokenCount") + thoughts,
        thoughts);
  }

  /** A count, at least 0 and small enough to be added to others. */
  private static long count(JsonNode metadata, String name) {
    return Math.min(Math.max(0, metadata.path(name).asLong(0)), Integer.MAX_VALUE);
  }
}

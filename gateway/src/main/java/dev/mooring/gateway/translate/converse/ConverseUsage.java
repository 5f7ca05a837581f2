package dev.mooring.gateway.translate.converse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.TokenUsage;
import org.jspecify.annotations.Nullable;

/** The tokens of a Converse answer: its input excludes what the cache read and wrote. */
final class ConverseUsage {
  private ConverseUsage() {}

  /** Reads {@code usage}; null where there is none. */
  static @Nullable TokenUsage read(JsonNode usage) {
    if (!usage.path("inputTokens").isNumber() && !usage.path("outputTokens").isNumber()) {
      return null;
    }
    long read = count(usage.path("cacheReadInputTokens"));
    long written = count(usage.path("cacheWriteInputTokens"));
    long hour = 0;
    for (JsonNode detail : usage.path("cacheDetails")) {
      if (detail.path("ttl").asText("").equals("1h")) {
        hour += count(detail.path("inputTokens"));
      }
    }
    return new TokenUsage(
        count(usage.path("inputTokens")) + read + written,
        read,
        written,
        Math.min(written, hour),
        count(usage.path("outputTokens")),
        0);
  }

  /** A count, at least 0 and small enough to be added to others. */
  private static long count(JsonNode count) {
    return Math.min(Math.max(0, count.asLong(0)), Integer.MAX_VALUE);
  }
}

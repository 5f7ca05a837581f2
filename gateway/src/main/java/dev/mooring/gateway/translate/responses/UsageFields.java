package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.TokenUsage;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The {@code usage} of a response; its input counts what the cache read and wrote. */
final class UsageFields {
  private static final String INPUT_DETAILS = "input_tokens_details";
  private static final String CACHED = "cached_tokens";
  private static final String WRITTEN = "cache_write_tokens";
  private static final String REASONING = "reasoning_tokens";

  private UsageFields() {}

  /** Reads a usage; null where there is none. */
  static @Nullable TokenUsage read(@Nullable JsonNode usage) {
    if (usage == null || !usage.isObject()) {
      return null;
    }
    JsonNode input = usage.path(INPUT_DETAILS);
    return new TokenUsage(
        count(usage.path("input_tokens")),
        count(input.path(CACHED)),
        count(input.path(WRITTEN)),
        0,
        count(usage.path("output_tokens")),
        count(usage.path("output_tokens_details").path(REASONING)));
  }

  /** Writes a usage with its total and details, all of which Codex requires; or null. */
  static void write(JsonGenerator json, @Nullable TokenUsage usage) throws IOException {
    if (usage == null) {
      json.writeNullField("usage");
      return;
    }
    json.writeObjectFieldStart("usage");
    json.writeNumberField("input_tokens", usage.input());
    json.writeObjectFieldStart(INPUT_DETAILS);
    json.writeNumberField(CACHED, usage.cacheRead());
    if (usage.cacheWrite() > 0) {
      json.writeNumberField(WRITTEN, usage.cacheWrite());
    }
    json.writeEndObject();
    json.writeNumberField("output_tokens", usage.output());
    json.writeObjectFieldStart("output_tokens_details");
    json.writeNumberField(REASONING, usage.reasoning());
    json.writeEndObject();
    json.writeNumberField("total_tokens", usage.input() + usage.output());
    json.writeEndObject();
  }

  /** A number of tokens, never negative. */
  private static long count(JsonNode number) {
    return Math.max(0, number.asLong());
  }
}

package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import dev.mooring.gateway.config.Api;
import org.jspecify.annotations.Nullable;

/**
 * The token counts that an answer or a stream has told so far, under whichever names its API or
 * provider has for them. A count told again takes the place of the one before.
 */
final class UsageTally {
  private final Api api;
  private @Nullable Long input;
  private @Nullable Long output;
  private @Nullable Long reasoning;
  private @Nullable Long total;
  private @Nullable Long cacheRead;
  private @Nullable Long cacheWrite;
  private @Nullable Long cacheWrite1h;

  /** Counts as an API does. */
  UsageTally(Api api) {
    this.api = api;
  }

  /** Reads the value of {@code usage}. */
  void read(JsonCursor json) {
    if (!json.enters(JsonToken.START_OBJECT)) {
      return;
    }
    while (json.nextField()) {
      switch (json.name()) {
        case "prompt_tokens", "input_tokens" -> input = newer(json, input);
        case "completion_tokens", "output_tokens" -> output = newer(json, output);
        case "cache_read_input_tokens", "prompt_cache_hit_tokens", "cached_tokens" ->
            cacheRead = newer(json, cacheRead);
        case "cache_creation_input_tokens" -> cacheWrite = newer(json, cacheWrite);
        case "inputTokens" -> input = camel(json, input);
        case "outputTokens" -> output = camel(json, output);
        case "cachedInputTokens" -> cacheRead = newer(json, cacheRead);
        case "total_tokens" -> total = newer(json, total);
        case "prompt_tokens_details",
            "input_tokens_details",
            "completion_tokens_details",
            "cache_creation" ->
            details(json);
        default -> json.skip();
      }
    }
  }

  /** The counts, in one counting for all APIs; null while nothing was told. */
  @Nullable Usage usage() {
    if (input == null && output == null) {
      return null;
    }
    long read = count(cacheRead);
    long written = count(cacheWrite);
    long all = count(input) + (api == Api.MESSAGES ? read + written : 0);
    return new Usage(all, read, written, count(cacheWrite1h), outputWithReasoning());
  }

  /**
   * The output tokens; xAI counts those of reasoning beside {@code completion_tokens}, not in it.
   */
  private long outputWithReasoning() {
    long apart = count(input) + count(output) + count(reasoning);
    return count(output) + (api == Api.CHAT && count(total) == apart ? count(reasoning) : 0);
  }

  /** Reads the counts of cached tokens, and of reasoning. */
  private void details(JsonCursor json) {
    if (!json.enters(JsonToken.START_OBJECT)) {
      return;
    }
    while (json.nextField()) {
      switch (json.name()) {
        case "cached_tokens" -> cacheRead = newer(json, cacheRead);
        case "cache_write_tokens", "cache_creation_input_tokens" ->
            cacheWrite = newer(json, cacheWrite);
        case "cache_creation" -> details(json);
        case "reasoning_tokens" -> reasoning = newer(json, reasoning);
        case "ephemeral_1h_input_tokens" -> cacheWrite1h = newer(json, cacheWrite1h);
        default -> json.skip();
      }
    }
  }

  /** Reads a count of the AI SDK's: a number in version 2, else an object with parts of it. */
  private @Nullable Long camel(JsonCursor json, @Nullable Long before) {
    if (!json.at(JsonToken.START_OBJECT)) {
      return newer(json, before);
    }
    Long all = before;
    while (json.nextField()) {
      switch (json.name()) {
        case "total" -> all = newer(json, all);
        case "cacheRead" -> cacheRead = newer(json, cacheRead);
        case "cacheWrite" -> cacheWrite = newer(json, cacheWrite);
        default -> json.skip();
      }
    }
    return all;
  }

  /** Reads a count; where it is none, the one before stays. */
  private static @Nullable Long newer(JsonCursor json, @Nullable Long before) {
    Long told = json.number();
    return told == null ? before : told;
  }

  /** A count, at least 0. */
  private static long count(@Nullable Long told) {
    return told == null ? 0 : Math.max(0, told);
  }
}

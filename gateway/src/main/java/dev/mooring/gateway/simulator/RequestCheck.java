package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.simulator.PromptBlock.Marker;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules that a body must keep, told in the provider's words. */
final class RequestCheck {
  private static final int MAX_MARKERS = 4;

  private RequestCheck() {}

  /** What is wrong with a body; null for nothing. */
  static @Nullable ApiError fields(SimulatedApi api, ObjectNode body) {
    if (!body.path("model").isTextual()) {
      return missing(api, "model");
    }
    return switch (api) {
      case CHAT -> body.path("messages").isArray() ? null : missing(api, "messages");
      case RESPONSES, COMPACT, EMBEDDINGS -> body.has("input") ? null : missing(api, "input");
      case MESSAGES -> {
        if (!body.path("messages").isArray()) {
          yield missing(api, "messages");
        }
        yield body.path("max_tokens").isInt() ? null : missing(api, "max_tokens");
      }
      case COUNT_TOKENS -> body.path("messages").isArray() ? null : missing(api, "messages");
      case MODELS -> null;
    };
  }

  /** What is wrong with a prompt's cache markers; null for nothing. */
  static @Nullable ApiError markers(List<PromptBlock> blocks) {
    int count = 0;
    boolean shortSeen = false;
    for (PromptBlock block : blocks) {
      if (block.marker() == Marker.NONE) {
        continue;
      }
      count++;
      if (block.tokens() == 0) {
        return ApiError.invalid(null, null, "cache_control cannot be set for empty text blocks");
      }
      if (block.marker() == Marker.LONG && shortSeen) {
        return ApiError.invalid(
            null,
            null,
            "cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m'"
                + " cache_control block.");
      }
      shortSeen |= block.marker() == Marker.SHORT;
    }
    return count <= MAX_MARKERS
        ? null
        : ApiError.invalid(
            null,
            null,
            "A maximum of 4 blocks with cache_control may be provided. Found " + count + ".");
  }

  private static ApiError missing(SimulatedApi api, String field) {
    return switch (api.dialect()) {
      case OPENAI ->
          ApiError.invalid(
              "missing_required_parameter", field, "Missing required parameter: '" + field + "'.");
      case ANTHROPIC -> ApiError.invalid(null, null, field + ": Field required");
    };
  }
}

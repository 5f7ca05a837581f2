package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.EventText;
import dev.mooring.gateway.translate.model.TokenUsage;
import org.jspecify.annotations.Nullable;

/** Chat's {@code usage}, under whichever names a provider has for its counts. */
final class ChatUsage {
  private ChatUsage() {}

  /** Reads a value of {@code usage}; null where it tells nothing. */
  static @Nullable TokenUsage read(@Nullable JsonNode usage) {
    if (usage == null || !(usage.has("prompt_tokens") || usage.has("completion_tokens"))) {
      return null;
    }
    JsonNode prompt = usage.path("prompt_tokens_details");
    JsonNode completion = usage.path("completion_tokens_details");
    long input = count(usage, "prompt_tokens");
    long output = count(usage, "completion_tokens");
    long reasoning =
        Math.max(count(completion, "reasoning_tokens"), count(usage, "reasoning_tokens"));
    // xAI counts the tokens of reasoning beside those of the completion
    boolean apart = reasoning > 0 && count(usage, "total_tokens") == input + output + reasoning;
    return new TokenUsage(
        input,
        first(prompt, "cached_tokens", usage, "prompt_cache_hit_tokens", "cached_tokens"),
        first(
            prompt,
            "cache_write_tokens",
            prompt,
            "cache_creation_input_tokens",
            "cache_creation_tokens"),
        count(prompt.path("cache_creation"), "ephemeral_1h_input_tokens"),
        apart ? output + reasoning : output,
        reasoning);
  }

  /** Writes the value of {@code usage}. */
  static void write(EventText out, TokenUsage usage) {
    out.raw("{\"prompt_tokens\":").number(usage.input());
    out.raw(",\"completion_tokens\":").number(usage.output());
    out.raw(",\"total_tokens\":").number(usage.input() + usage.output());
    out.raw(",\"prompt_tokens_details\":{\"cached_tokens\":").number(usage.cacheRead());
    if (usage.cacheWrite() > 0) {
      out.raw(",\"cache_write_tokens\":").number(usage.cacheWrite());
    }
    if (usage.cacheWrite1h() > 0) {
      out.raw(",\"cache_creation\":{\"ephemeral_1h_input_tokens\":").number(usage.cacheWrite1h());
      out.raw("}");
    }
    out.raw("},\"completion_tokens_details\":{\"reasoning_tokens\":").number(usage.reasoning());
    out.raw("}}");
  }

  /** The first count that is told. */
  private static long first(
      JsonNode one, String name, JsonNode other, String otherName, String lastName) {
    if (one.path(name).isNumber()) {
      return count(one, name);
    }
    return count(other, other.path(otherName).isNumber() ? otherName : lastName);
  }

  private static long count(JsonNode node, String name) {
    return Math.max(0, node.path(name).asLong());
  }
}

package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.OptionFields;
import java.util.Map;
import java.util.Set;

/** The fields of a body that only OpenAI, or one other provider, knows. */
final class ChatOptions {
  /** What the neutral model has a place for, and what says nothing to any provider. */
  private static final Set<String> ELSEWHERE =
      Set.of(
          "model",
          "messages",
          "tools",
          "tool_choice",
          "functions",
          "function_call",
          "parallel_tool_calls",
          "max_tokens",
          "max_completion_tokens",
          "temperature",
          "top_p",
          "top_k",
          "presence_penalty",
          "frequency_penalty",
          "seed",
          "stop",
          "n",
          "reasoning",
          "reasoning_effort",
          "thinking",
          "enable_thinking",
          "thinking_budget",
          "response_format",
          "stream",
          "stream_options",
          "cache_control",
          "prompt_cache_key",
          "prompt_cache_retention",
          "user",
          "providerOptions");

  /** The gateway's own. */
  private static final Set<String> OURS =
      Set.of("session_id", "caching", "cache_ttl", "cache_anchor_items", "models", "provider");

  private ChatOptions() {}

  /** The fields by family. */
  static Map<String, JsonNode> read(JsonField body) {
    OptionFields options = new OptionFields();
    for (Map.Entry<String, JsonNode> field : body.node().properties()) {
      String name = field.getKey();
      if (!ELSEWHERE.contains(name) && !OURS.contains(name) && says(name, field.getValue())) {
        options.add("openai", name, field.getValue());
      }
    }
    options.addAll(body.get("providerOptions").node());
    return options.byFamily();
  }

  /** Whether a field asks for anything but what every provider does anyway. */
  private static boolean says(String name, JsonNode value) {
    return switch (name) {
      case "logprobs" -> value.asBoolean();
      case "modalities" -> value.size() != 1 || !value.path(0).asText("").equals("text");
      case "logit_bias", "metadata" -> !value.isEmpty();
      default -> !value.isNull();
    };
  }
}

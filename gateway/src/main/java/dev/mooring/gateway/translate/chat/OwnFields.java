package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OptionFields;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.Map;
import java.util.Set;

/** The fields that a caller has written for the very provider that is called. */
final class OwnFields {
  /** What Chat has of OpenAI's fields, beside those that the neutral model has a place for. */
  private static final Set<String> OPENAI =
      Set.of(
          "audio",
          "logit_bias",
          "logprobs",
          "max_completion_tokens",
          "metadata",
          "modalities",
          "moderation",
          "parallel_tool_calls",
          "prediction",
          "prompt_cache_key",
          "prompt_cache_options",
          "prompt_cache_retention",
          "reasoning_effort",
          "safety_identifier",
          "service_tier",
          "store",
          "top_logprobs",
          "user",
          "verbosity",
          "web_search_options");

  private OwnFields() {}

  /** The fields under their wire names; each of the others is warned of. */
  static ObjectNode of(
      ModelRequest request, String providerType, Flavor flavor, WarningSink warnings) {
    ObjectNode own = JsonNodeFactory.instance.objectNode();
    String family = flavor == Flavor.OPENAI ? "openai" : providerType;
    OptionFields.warnOthers(request, family, warnings);
    for (Map.Entry<String, JsonNode> field : OptionFields.of(request, family).properties()) {
      if (flavor != Flavor.OPENAI || OPENAI.contains(field.getKey())) {
        own.set(field.getKey(), field.getValue());
      } else {
        OptionFields.leaveOut(family, field.getKey(), warnings);
      }
    }
    return own;
  }
}

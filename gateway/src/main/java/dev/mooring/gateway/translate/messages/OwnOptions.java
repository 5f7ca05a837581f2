package dev.mooring.gateway.translate.messages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.OptionFields;
import java.util.Map;
import java.util.Set;

/**
 * The options of a request by family: what only Anthropic's API has goes under {@code anthropic},
 * what a caller says in {@code providerOptions} under the family's name.
 */
final class OwnOptions {
  /** Read elsewhere, or meant for the gateway. */
  private static final Set<String> READ =
      Set.of(
          "model",
          "messages",
          "system",
          "tools",
          "tool_choice",
          "max_tokens",
          "temperature",
          "top_p",
          "top_k",
          "stop_sequences",
          "stream",
          "thinking",
          "output_config",
          "output_format",
          "metadata",
          "cache_control",
          "session_id",
          "caching",
          "cache_ttl",
          "cache_anchor_items",
          "models",
          "provider",
          "providerOptions");

  private static final String FAMILY = "anthropic";

  private OwnOptions() {}

  /** The options of a body. */
  static Map<String, JsonNode> read(JsonField body) {
    OptionFields options = new OptionFields();
    for (Map.Entry<String, JsonNode> field : body.node().properties()) {
      if (!READ.contains(field.getKey())) {
        options.add(FAMILY, field.getKey(), field.getValue());
      }
    }
    rest(options, body.get("output_config"), "output_config", Set.of("effort", "format"));
    rest(options, body.get("metadata"), "metadata", Set.of("user_id"));
    options.addAll(body.get("providerOptions").node());
    return options.byFamily();
  }

  /** Keeps the members of an object that are not read elsewhere. */
  private static void rest(OptionFields options, JsonField object, String name, Set<String> read) {
    if (object.node() instanceof ObjectNode all) {
      ObjectNode left = all.deepCopy().remove(read);
      if (!left.isEmpty()) {
        options.add(FAMILY, name, left);
      }
    }
  }
}

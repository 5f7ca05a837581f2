package dev.mooring.gateway.translate.messages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.JsonField;
import java.util.LinkedHashMap;
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

  private final Map<String, ObjectNode> families = new LinkedHashMap<>();

  private OwnOptions() {}

  /** The options of a body. */
  static Map<String, JsonNode> read(JsonField body) {
    OwnOptions options = new OwnOptions();
    body.node()
        .properties()
        .forEach(
            field -> {
              if (!READ.contains(field.getKey())) {
                options.put(FAMILY, field.getKey(), field.getValue());
              }
            });
    options.rest(body.get("output_config"), "output_config", Set.of("effort", "format"));
    options.rest(body.get("metadata"), "metadata", Set.of("user_id"));
    options.providerOptions(body.get("providerOptions"));
    return Map.copyOf(options.families);
  }

  /** Keeps the members of an object that are not read elsewhere. */
  private void rest(JsonField object, String name, Set<String> read) {
    if (object.node().isObject()) {
      ObjectNode left = ((ObjectNode) object.node().deepCopy()).remove(read);
      if (!left.isEmpty()) {
        put(FAMILY, name, left);
      }
    }
  }

  private void providerOptions(JsonField all) {
    if (!all.present()) {
      return;
    }
    all.node()
        .properties()
        .forEach(
            family -> {
              if (!family.getKey().equals("gateway") && family.getValue().isObject()) {
                family
                    .getValue()
                    .properties()
                    .forEach(
                        option -> put(family.getKey(), option.getKey(), option.getValue()));
              }
            });
  }

  private void put(String family, String name, JsonNode value) {
    families.computeIfAbsent(family, unused -> Json.MAPPER.createObjectNode()).set(name, value);
  }
}

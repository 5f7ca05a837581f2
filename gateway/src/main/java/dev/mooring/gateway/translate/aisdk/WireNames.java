package dev.mooring.gateway.translate.aisdk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.SnakeCase;
import java.util.Map;

/**
 * Turns the AI SDK's camel case into the underscores of OpenAI's and Anthropic's APIs, and back.
 */
final class WireNames {
  private WireNames() {}

  /** The members of an object under their wire names, at every depth; none of what is no object. */
  static ObjectNode snake(JsonNode object) {
    ObjectNode renamed = Json.MAPPER.createObjectNode();
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      renamed.set(SnakeCase.of(member.getKey()), values(member.getValue()));
    }
    return renamed;
  }

  private static JsonNode values(JsonNode value) {
    if (value.isObject()) {
      return snake(value);
    }
    if (!value.isArray()) {
      return value;
    }
    ArrayNode renamed = Json.MAPPER.createArrayNode();
    value.forEach(element -> renamed.add(values(element)));
    return renamed;
  }

  /** {@code google_search} as {@code googleSearch}. */
  static String camel(String name) {
    StringBuilder camel = new StringBuilder(name.length());
    boolean up = false;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '_') {
        up = true;
      } else {
        camel.append(up ? Character.toUpperCase(c) : c);
        up = false;
      }
    }
    return camel.toString();
  }
}

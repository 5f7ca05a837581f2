package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** JSON trees: the simulator reads and writes them, being no hot path. */
final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /** An empty object. */
  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** An empty array. */
  static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  /** A string. */
  static JsonNode textNode(String text) {
    return JsonNodeFactory.instance.textNode(text);
  }

  /** The object that bytes hold, or null where they hold none. */
  static @Nullable ObjectNode parseObject(byte[] bytes) {
    try {
      return MAPPER.readTree(bytes) instanceof ObjectNode object ? object : null;
    } catch (IOException malformed) {
      return null;
    }
  }

  /** The object that a text holds; a bad one is a fault of ours. */
  static ObjectNode parseKnown(String text) {
    ObjectNode object = parseObject(text.getBytes(StandardCharsets.UTF_8));
    if (object == null) {
      throw new IllegalArgumentException("not a JSON object: " + text);
    }
    return object;
  }

  /** The compact text of a node. */
  static String text(JsonNode node) {
    return new String(bytes(node), StandardCharsets.UTF_8);
  }

  /** The compact UTF-8 of a node. */
  static byte[] bytes(JsonNode node) {
    try {
      return MAPPER.writeValueAsBytes(node);
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}

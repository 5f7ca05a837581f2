package dev.mooring.gateway.translate.messages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.Json;
import java.util.Map;
import java.util.Set;

/**
 * JSON schemas that Anthropic's API enforces (platform.claude.com, "Structured outputs", 2026-08):
 * objects are closed, and limits on numbers, lengths and patterns are not known; they are told in
 * the description instead.
 */
final class OutputSchema {
  private static final Set<String> LIMITS =
      Set.of(
          "minimum",
          "maximum",
          "exclusiveMinimum",
          "exclusiveMaximum",
          "multipleOf",
          "minLength",
          "maxLength",
          "pattern",
          "minItems",
          "maxItems",
          "uniqueItems",
          "minProperties",
          "maxProperties");
  private static final Set<String> FORMATS =
      Set.of(
          "date-time",
          "time",
          "date",
          "duration",
          "email",
          "hostname",
          "uri",
          "ipv4",
          "ipv6",
          "uuid");
  private static final Set<String> NAMED = Set.of("properties", "$defs", "definitions");
  private static final Set<String> LISTED = Set.of("anyOf", "allOf", "oneOf");

  private OutputSchema() {}

  /** Whether a schema says the same when its objects are closed: none is a map of any names. */
  static boolean enforceable(JsonNode schema) {
    JsonNode more = schema.path("additionalProperties");
    boolean object = "object".equals(schema.path("type").textValue());
    if (more.isObject()
        || (more.isBoolean() && more.booleanValue())
        || (object && schema.path("properties").isEmpty())
        || schema.has("patternProperties")) {
      return false;
    }
    for (Map.Entry<String, JsonNode> field : schema.properties()) {
      boolean inner = NAMED.contains(field.getKey()) || LISTED.contains(field.getKey());
      if (inner) {
        for (JsonNode one : field.getValue()) {
          if (!enforceable(one)) {
            return false;
          }
        }
      } else if (field.getKey().equals("items") && !enforceable(field.getValue())) {
        return false;
      }
    }
    return true;
  }

  /** Whether the API enforces a schema just as it is. */
  static boolean asIs(JsonNode schema) {
    return enforceable(schema) && enforced(schema).equals(schema);
  }

  /** The schema as the API takes it. */
  static JsonNode enforced(JsonNode schema) {
    if (!schema.isObject()) {
      return schema;
    }
    ObjectNode out = Json.MAPPER.createObjectNode();
    StringBuilder limits = new StringBuilder();
    for (Map.Entry<String, JsonNode> field : schema.properties()) {
      String name = field.getKey();
      JsonNode value = field.getValue();
      if (LIMITS.contains(name) || (name.equals("format") && !FORMATS.contains(value.asText()))) {
        limits
            .append(limits.isEmpty() ? "" : ", ")
            .append(name)
            .append(": ")
            .append(Json.text(value));
      } else {
        out.set(name.equals("oneOf") ? "anyOf" : name, inner(name, value));
      }
    }
    if (!limits.isEmpty()) {
      String before = out.path("description").asText();
      out.put("description", before + (before.isEmpty() ? "" : " ") + '(' + limits + ')');
    }
    if (out.has("properties") || "object".equals(out.path("type").textValue())) {
      out.put("additionalProperties", false);
    }
    return out;
  }

  private static JsonNode inner(String name, JsonNode value) {
    if (NAMED.contains(name) && value.isObject()) {
      ObjectNode out = Json.MAPPER.createObjectNode();
      value.properties().forEach(one -> out.set(one.getKey(), enforced(one.getValue())));
      return out;
    }
    if (LISTED.contains(name) && value.isArray()) {
      ArrayNode out = Json.MAPPER.createArrayNode();
      value.forEach(one -> out.add(enforced(one)));
      return out;
    }
    return name.equals("items") ? enforced(value) : value;
  }
}

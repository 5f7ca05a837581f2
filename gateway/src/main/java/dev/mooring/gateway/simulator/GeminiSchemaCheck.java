package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which keywords Gemini's own schema language knows (the {@code Schema} message of both APIs,
 * November 2026). JSON Schema proper goes into other fields, which are not looked into.
 *
 * @param vertex whether for Vertex, which knows a few more
 */
record GeminiSchemaCheck(boolean vertex) {
  private static final Set<String> KNOWN =
      Set.of(
          "type",
          "format",
          "title",
          "description",
          "nullable",
          "enum",
          "maxItems",
          "minItems",
          "properties",
          "required",
          "minProperties",
          "maxProperties",
          "minLength",
          "maxLength",
          "pattern",
          "example",
          "anyOf",
          "propertyOrdering",
          "default",
          "items",
          "minimum",
          "maximum");
  private static final Set<String> VERTEX_ONLY =
      Set.of("additionalProperties", "ref", "defs", "$ref", "$defs");

  /** The first keyword that is not known, anywhere in a schema; null for none. */
  @Nullable String unknownKeyword(JsonNode schema) {
    for (Iterator<String> names = schema.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!KNOWN.contains(name) && !(vertex && VERTEX_ONLY.contains(name))) {
        return name;
      }
    }
    String within = firstWithin(schema.path("properties"));
    if (within == null) {
      within = firstWithin(schema.path("anyOf"));
    }
    return within == null && schema.has("items") ? unknownKeyword(schema.path("items")) : within;
  }

  private @Nullable String firstWithin(JsonNode schemas) {
    for (JsonNode schema : schemas) {
      String unknown = unknownKeyword(schema);
      if (unknown != null) {
        return unknown;
      }
    }
    return null;
  }
}

package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonToken;
import dev.mooring.affinity.Fingerprint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tools of a request for its fingerprint: name, description and schema, where each API
 * has them. A built-in tool without a name goes by its type.
 */
final class ToolReader {
  private static final byte[] NO_SCHEMA = {};

  private @Nullable String type;
  private @Nullable String name;
  private @Nullable String description;
  private byte[] schema = NO_SCHEMA;

  private ToolReader() {}

  /** Adds the tools that stand in a range to a fingerprint. */
  static void read(byte[] body, Range tools, Fingerprint.Builder fingerprint) {
    try (JsonCursor json = JsonCursor.of(body, tools.start(), tools.end())) {
      if (!json.enters(JsonToken.START_ARRAY)) {
        return;
      }
      while (json.nextElement()) {
        if (json.enters(JsonToken.START_OBJECT)) {
          ToolReader tool = new ToolReader();
          tool.object(json);
          tool.addTo(fingerprint);
        }
      }
    }
  }

  /** Reads a tool, or the object in it that holds its name. */
  private void object(JsonCursor json) {
    while (json.nextField()) {
      switch (json.name()) {
        case "type" -> type = type == null ? json.string() : skipped(json, type);
        case "name" -> name = json.string();
        case "description" -> description = json.string();
        case "parameters", "input_schema", "inputSchema", "format" -> schema = canonical(json);
        case "function", "custom" -> {
          if (json.enters(JsonToken.START_OBJECT)) {
            object(json);
          }
        }
        default -> json.skip();
      }
    }
  }

  /** Adds the tool to a fingerprint. */
  private void addTo(Fingerprint.Builder fingerprint) {
    String called = name == null ? type : name;
    fingerprint.tool(called == null ? "" : called, description == null ? "" : description, schema);
  }

  /** Passes over a value and keeps the one before. */
  private static String skipped(JsonCursor json, String kept) {
    json.skip();
    return kept;
  }

  /** The value as JSON without white space, each string in its shortest form. */
  private static byte[] canonical(JsonCursor json) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator generator = JsonCursor.JSON.createGenerator(out)) {
      int depth = 0;
      while (true) {
        depth += write(json, generator);
        if (depth == 0) {
          break;
        }
        json.next();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Writes one token; how it changes the depth. */
  private static int write(JsonCursor json, JsonGenerator generator) throws IOException {
    if (json.at(JsonToken.START_OBJECT)) {
      generator.writeStartObject();
      return 1;
    }
    if (json.at(JsonToken.START_ARRAY)) {
      generator.writeStartArray();
      return 1;
    }
    if (json.at(JsonToken.END_OBJECT)) {
      generator.writeEndObject();
      return -1;
    }
    if (json.at(JsonToken.END_ARRAY)) {
      generator.writeEndArray();
      return -1;
    }
    if (json.at(JsonToken.FIELD_NAME)) {
      generator.writeFieldName(json.text());
    } else if (json.at(JsonToken.VALUE_STRING)) {
      generator.writeString(json.text());
    } else {
      generator.writeRawValue(json.text());
    }
    return 0;
  }
}

package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonToken;
import dev.mooring.affinity.ToolSet;
import dev.mooring.affinity.Utf8Text;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tools of a request for its fingerprint: name, description and schema, where each API
 * has them. A built-in tool without a name goes by its type.
 */
final class ToolReader {
  private final byte[] body;
  private @Nullable String type;
  private @Nullable Utf8Text name;
  private @Nullable Utf8Text description;
  private Utf8Text schema = Utf8Text.EMPTY;

  private ToolReader(byte[] body) {
    this.body = body;
  }

  /** The set of the tools that stand in a range. */
  static ToolSet read(byte[] body, Range tools, LongStrings strings) {
    ToolSet.Builder set = ToolSet.builder();
    try (JsonCursor json = JsonCursor.again(body, tools, strings)) {
      if (!json.enters(JsonToken.START_ARRAY)) {
        return ToolSet.NONE;
      }
      while (json.nextElement()) {
        if (json.enters(JsonToken.START_OBJECT)) {
          ToolReader tool = new ToolReader(body);
          tool.object(json);
          tool.addTo(set);
        }
      }
    }
    return set.build();
  }

  /** Reads a tool, or the object in it that holds its name. */
  private void object(JsonCursor json) {
    while (json.nextField()) {
      switch (json.name()) {
        case "type" -> type = type == null ? json.string() : skipped(json, type);
        case "name" -> name = string(json);
        case "description" -> description = string(json);
        case "parameters", "input_schema", "inputSchema", "format" -> schema = schema(json);
        case "function", "custom" -> {
          if (json.enters(JsonToken.START_OBJECT)) {
            object(json);
          }
        }
        default -> json.skip();
      }
    }
  }

  /** Adds the tool to a set. */
  private void addTo(ToolSet.Builder set) {
    Utf8Text called = name == null && type != null ? Utf8Text.of(type) : name;
    set.add(orEmpty(called), orEmpty(description), schema);
  }

  /** Passes over a value and keeps the one before. */
  private static String skipped(JsonCursor json, String kept) {
    json.skip();
    return kept;
  }

  /** Passes over a value; its text where it is a string, else null. */
  private static @Nullable Utf8Text string(JsonCursor json) {
    if (json.at(JsonToken.VALUE_STRING)) {
      return json.utf8();
    }
    json.skip();
    return null;
  }

  /** The text, or an empty one. */
  private static Utf8Text orEmpty(@Nullable Utf8Text text) {
    return text == null ? Utf8Text.EMPTY : text;
  }

  /** Passes over a schema; its canonical form, which most clients send as it is. */
  private Utf8Text schema(JsonCursor json) {
    boolean nested = json.at(JsonToken.START_OBJECT);
    Range range = json.range();
    if (nested && json.compact()) {
      return new Utf8Text(body, range.start(), range.end());
    }
    try (JsonCursor again = JsonCursor.of(body, range.start(), range.end())) {
      byte[] canonical = canonical(again);
      return new Utf8Text(canonical, 0, canonical.length);
    }
  }

  /**
   * The value as JSON without white space, each string in its shortest form, but for characters
   * beyond 16 bits, which are two escapes.
   */
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

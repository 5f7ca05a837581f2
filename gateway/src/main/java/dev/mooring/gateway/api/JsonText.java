package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Writes JSON objects of our own. */
final class JsonText {
  private JsonText() {}

  /** The bytes of an object whose members are written by the caller. */
  static byte[] write(Members members) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = JsonCursor.JSON.createGenerator(out)) {
      json.writeStartObject();
      members.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Writes a member whose value is JSON already. */
  static void rawField(JsonGenerator json, String name, byte[] value) throws IOException {
    json.writeFieldName(name);
    json.writeRawValue(new String(value, StandardCharsets.UTF_8));
  }

  /** Writes the members of an object. */
  interface Members {
    /** Writes them, between the object's braces. */
    void write(JsonGenerator json) throws IOException;
  }
}

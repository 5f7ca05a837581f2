package dev.mooring.gateway.translate.model;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** The arguments of a call, for dialects that have them as an object rather than its text. */
public final class CallArguments {
  private CallArguments() {}

  /**
   * Writes the object as its text has it, byte for byte. Text that is no JSON object, which a model
   * may once have written, becomes the member {@code input} of one; no text becomes an empty one.
   */
  public static void write(String text, JsonGenerator json) throws IOException {
    if (text.isBlank()) {
      json.writeStartObject();
      json.writeEndObject();
    } else if (isObject(text)) {
      json.writeRawValue(text);
    } else {
      json.writeStartObject();
      json.writeStringField("input", text);
      json.writeEndObject();
    }
  }

  private static boolean isObject(String text) {
    try (JsonParser parser = Json.MAPPER.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return false;
      }
      parser.skipChildren();
      return parser.nextToken() == null;
    } catch (IOException e) {
      return false;
    }
  }
}

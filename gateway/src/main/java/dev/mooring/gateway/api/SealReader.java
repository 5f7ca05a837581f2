package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import java.util.function.Consumer;

/**
 * Finds the seals on reasoning where the AI SDK's providers keep them: in {@code providerMetadata}
 * of an answer, which comes back as {@code providerOptions} of a request.
 */
final class SealReader {
  static final String METADATA = "providerMetadata";
  static final String OPTIONS = "providerOptions";

  private SealReader() {}

  /** Reads the object that the cursor is at, and notes the seals in it as issued. */
  static void issued(JsonCursor json, IssuedState issued) {
    read(
        json,
        value -> issued.signature(value.text()),
        value -> issued.encrypted(value.text()),
        JsonCursor::skip);
  }

  /**
   * Reads the object that the cursor is at.
   *
   * @param signature takes the string of a thinking signature, or of thinking itself, that stays
   *     with its provider
   * @param encrypted takes the string of encrypted reasoning, that stays with its account
   * @param marker takes a cache marker
   */
  static void read(
      JsonCursor json,
      Consumer<JsonCursor> signature,
      Consumer<JsonCursor> encrypted,
      Consumer<JsonCursor> marker) {
    if (!json.enters(JsonToken.START_OBJECT)) {
      return;
    }
    while (json.nextField()) {
      if (json.enters(JsonToken.START_OBJECT)) {
        family(json, signature, encrypted, marker);
      }
    }
  }

  private static void family(
      JsonCursor json,
      Consumer<JsonCursor> signature,
      Consumer<JsonCursor> encrypted,
      Consumer<JsonCursor> marker) {
    while (json.nextField()) {
      switch (json.name()) {
        case "signature", "redactedData" -> string(json, signature);
        case "reasoningEncryptedContent" -> string(json, encrypted);
        case "cacheControl", "cache_control", "cachePoint" -> marker.accept(json);
        default -> json.skip();
      }
    }
  }

  /** Reads a string that is not empty; other values are passed over. */
  private static void string(JsonCursor json, Consumer<JsonCursor> reader) {
    if (json.at(JsonToken.VALUE_STRING) && json.range().length() > 2) {
      reader.accept(json);
    } else {
      json.skip();
    }
  }
}

package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import java.util.function.Consumer;

/**
 * Where {@code provider_metadata}, which the AI SDK calls {@code providerMetadata}, stands in a
 * JSON object (contract, section 6).
 */
enum MetadataPlace {
  /** At the top level. */
  TOP,
  /** At the top level, and in the first choice's {@code message}. */
  TOP_AND_MESSAGE,
  /** At the top level, and in the first choice's {@code delta}. */
  TOP_AND_DELTA,
  /** In {@code response}; at the top level where there is none. */
  RESPONSE,
  /** At the top level, under the AI SDK's name. */
  AI_SDK;

  /**
   * The object with the metadata in its place, every other byte as it came.
   *
   * @throws MalformedJsonException when the text is no JSON object
   */
  byte[] put(byte[] text, byte[] metadata) {
    MetadataSpots spots = spots(text);
    try (JsonCursor json = JsonCursor.of(text)) {
      if (!json.at(JsonToken.START_OBJECT)) {
        throw new MalformedJsonException("no JSON object");
      }
      if (this == RESPONSE) {
        json.objectMember("response", value -> spots.object(value, JsonCursor::skip));
        return spots.isEmpty() ? TOP.put(text, metadata) : spots.put(metadata);
      }
      note(json, spots, JsonCursor::skip);
      json.finish();
    }
    return spots.put(metadata);
  }

  /** No places in a text yet. */
  MetadataSpots spots(byte[] text) {
    return new MetadataSpots(text, this == AI_SDK ? SealReader.METADATA : "provider_metadata");
  }

  /**
   * Reads the object that the cursor is at, and notes its places; not for {@link #RESPONSE}.
   *
   * @param others reads the value of every member that has no place within
   */
  void note(JsonCursor json, MetadataSpots spots, Consumer<JsonCursor> others) {
    boolean nests = this == TOP_AND_MESSAGE || this == TOP_AND_DELTA;
    spots.object(
        json,
        value -> {
          if (nests && value.name().equals("choices")) {
            nested(value, spots);
          } else {
            others.accept(value);
          }
        });
  }

  /** Notes the place in the first choice's message or delta. */
  private void nested(JsonCursor json, MetadataSpots spots) {
    if (!json.enters(JsonToken.START_ARRAY)) {
      return;
    }
    String holder = this == TOP_AND_MESSAGE ? "message" : "delta";
    boolean first = true;
    while (json.nextElement()) {
      if (first) {
        json.objectMember(holder, held -> spots.object(held, JsonCursor::skip));
      } else {
        json.skip();
      }
      first = false;
    }
  }
}

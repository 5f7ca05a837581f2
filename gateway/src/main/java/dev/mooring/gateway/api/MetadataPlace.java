package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import java.util.Map;

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
    Splices splices = new Splices(text);
    MemberSetter setter = new MemberSetter(splices);
    Map<String, byte[]> members =
        Map.of(this == AI_SDK ? SealReader.METADATA : "provider_metadata", metadata);
    try (JsonCursor json = JsonCursor.of(text)) {
      if (!json.at(JsonToken.START_OBJECT)) {
        throw new MalformedJsonException("no JSON object");
      }
      if (this == RESPONSE) {
        json.objectMember("response", value -> setter.set(value, members, JsonCursor::skip));
        return splices.isEmpty() ? TOP.put(text, metadata) : splices.apply();
      }
      setter.set(json, members, value -> nested(value, setter, members));
      json.finish();
    }
    return splices.apply();
  }

  /** Sets the members in the first choice's message or delta, where this place has it. */
  private void nested(JsonCursor json, MemberSetter setter, Map<String, byte[]> members) {
    if (this == TOP
        || this == AI_SDK
        || !json.name().equals("choices")
        || !json.enters(JsonToken.START_ARRAY)) {
      json.skip();
      return;
    }
    String holder = this == TOP_AND_MESSAGE ? "message" : "delta";
    boolean first = true;
    while (json.nextElement()) {
      if (first) {
        json.objectMember(holder, held -> setter.set(held, members, JsonCursor::skip));
      } else {
        json.skip();
      }
      first = false;
    }
  }
}

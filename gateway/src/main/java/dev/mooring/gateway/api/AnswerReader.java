package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import dev.mooring.gateway.config.Api;
import org.jspecify.annotations.Nullable;

/**
 * Reads a complete answer of an API: a JSON answer, or the {@code response} that ends a stream of
 * Responses.
 */
final class AnswerReader {
  private final Api api;
  private final UsageTally usage;
  private final IssuedState issued;
  private final ErrorReader error = new ErrorReader();
  private boolean failed;

  /** Reads into a tally and a collection of issued state. */
  AnswerReader(Api api, UsageTally usage, IssuedState issued) {
    this.api = api;
    this.usage = usage;
    this.issued = issued;
  }

  /** Reads the object that the cursor is at. */
  void object(JsonCursor json) {
    while (json.nextField()) {
      member(json);
    }
  }

  /** Reads the value of a member of the answer. */
  void member(JsonCursor json) {
    switch (json.name()) {
      case "usage" -> usage.read(json);
      case "error" -> error.error(json);
      case "type" -> failed |= "error".equals(json.string());
      case "status" -> failed |= "failed".equals(json.string());
      case "id" -> id(json.string());
      case "conversation" -> conversation(json);
      case "output", "content" -> items(json);
      default -> json.skip();
    }
  }

  /** The error that the answer is, or null. */
  @Nullable UpstreamError error() {
    return failed || error.found() ? error.error() : null;
  }

  /** Notes an id that later requests may lean on; only Responses has them. */
  private void id(@Nullable String id) {
    if (api == Api.RESPONSES && id != null) {
      issued.fixed(id);
    }
  }

  /** Reads {@code conversation}: an id, or an object that has one. */
  private void conversation(JsonCursor json) {
    id(json.at(JsonToken.VALUE_STRING) ? json.text() : json.stringMember("id"));
  }

  /** Reads the output items or content blocks. */
  private void items(JsonCursor json) {
    if (api == Api.CHAT || !json.enters(JsonToken.START_ARRAY)) {
      json.skip();
      return;
    }
    while (json.nextElement()) {
      if (json.enters(JsonToken.START_OBJECT)) {
        item(json);
      }
    }
  }

  /** Reads the output item or content block that the cursor is at. */
  void item(JsonCursor json) {
    String type = null;
    String secret = null;
    while (json.nextField()) {
      switch (json.name()) {
        case "type" -> type = json.string();
        case "encrypted_content", "signature", "data" -> secret = longer(json.string(), secret);
        case SealReader.METADATA -> seals(json);
        default -> json.skip();
      }
    }
    if (type == null || secret == null) {
      return;
    }
    if (api == Api.RESPONSES && ConversationReader.isEncrypted(type)) {
      issued.encrypted(secret);
    } else if (api == Api.MESSAGES && StateStripper.isThinking(type)) {
      issued.signature(secret);
    }
  }

  /** Reads the seals of a part of the AI SDK's. */
  private void seals(JsonCursor json) {
    if (api == Api.AI_SDK) {
      SealReader.issued(json, issued);
    } else {
      json.skip();
    }
  }

  /** The value read, or, where that is empty, the one before. */
  private static @Nullable String longer(@Nullable String read, @Nullable String before) {
    return read == null || read.isEmpty() ? before : read;
  }
}

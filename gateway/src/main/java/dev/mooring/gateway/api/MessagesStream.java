package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import dev.mooring.gateway.config.Api;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A stream of Messages. */
final class MessagesStream extends StreamReader {
  private static final byte[] SIGNATURE = "\"signature\"".getBytes(StandardCharsets.UTF_8);

  private boolean placed;

  /** At the start of a stream. */
  MessagesStream() {
    super(Api.MESSAGES);
  }

  @Override
  public byte[] failure(ApiError broken, byte @Nullable [] metadata) {
    return SseEvent.of("error", broken.anthropic(null, metadata));
  }

  @Override
  Meaning read(SseEvent event) {
    return switch (kind(event)) {
      case "message_start" -> start(event);
      case "content_block_start" -> block(event);
      case "content_block_delta" -> blockDelta(event);
      case "message_delta" -> messageDelta(event);
      case "message_stop" -> {
        ended();
        yield new Meaning(output(), false, false, true, false);
      }
      case "error" -> errorEvent(event);
      default -> Meaning.NOTHING;
    };
  }

  @Override
  MetadataPlace place() {
    return MetadataPlace.TOP;
  }

  /** Reads {@code message_start}. */
  private Meaning start(SseEvent event) {
    inMember(event, "message", this::message);
    return Meaning.NOTHING;
  }

  /** Reads the message that a stream starts with. */
  private void message(JsonCursor json) {
    while (json.nextField()) {
      if (json.name().equals("usage")) {
        usage.read(json);
      } else {
        json.skip();
      }
    }
  }

  /** Reads {@code content_block_start}. */
  private Meaning block(SseEvent event) {
    inMember(event, "content_block", this::signature);
    return Meaning.NOTHING;
  }

  /** Reads {@code content_block_delta}, past a look for a signature. */
  private Meaning blockDelta(SseEvent event) {
    if (contains(event, SIGNATURE)) {
      inMember(event, "delta", this::signature);
    }
    return delta();
  }

  /** Reads a thinking block, or a delta of one. */
  private void signature(JsonCursor json) {
    String type = null;
    String secret = null;
    while (json.nextField()) {
      switch (json.name()) {
        case "type" -> type = json.string();
        case "signature", "data" -> secret = json.string();
        default -> json.skip();
      }
    }
    boolean signs =
        type != null && (type.equals("signature_delta") || StateStripper.isThinking(type));
    if (signs && secret != null) {
      issued.signature(secret);
    }
  }

  /** Reads {@code message_delta}. */
  private Meaning messageDelta(SseEvent event) {
    boolean stops = false;
    try (JsonCursor json = cursor(event)) {
      if (!json.enters(JsonToken.START_OBJECT)) {
        return Meaning.NOTHING;
      }
      while (json.nextField()) {
        switch (json.name()) {
          case "usage" -> usage.read(json);
          case "delta" -> stops = json.stringMember("stop_reason") != null;
          default -> json.skip();
        }
      }
    }
    boolean place = stops && !placed;
    placed |= stops;
    return new Meaning(false, place, false, false, false);
  }

  /** Reads the object that a top-level member of an event is. */
  private static void inMember(SseEvent event, String name, Consumer<JsonCursor> reader) {
    try (JsonCursor json = cursor(event)) {
      json.objectMember(name, reader);
    }
  }
}

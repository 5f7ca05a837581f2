package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import dev.mooring.gateway.config.Api;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A stream of the AI SDK protocol. */
final class AiSdkStream extends StreamReader {
  private static final byte[] SEALED =
      ('"' + SealReader.METADATA + '"').getBytes(StandardCharsets.UTF_8);

  /** At the start of a stream. */
  AiSdkStream() {
    super(Api.AI_SDK);
  }

  @Override
  public byte[] failure(ApiError broken, byte @Nullable [] metadata) {
    return SseEvent.of(null, broken.aiSdkPart(metadata));
  }

  @Override
  Meaning read(SseEvent event) {
    return switch (kind(event)) {
      case "text-delta",
          "reasoning-delta",
          "tool-input-start",
          "tool-input-delta",
          "file",
          "source" ->
          delta();
      case "reasoning-start", "reasoning-end" -> {
        if (contains(event, SEALED)) {
          seals(event);
        }
        yield Meaning.NOTHING;
      }
      case "tool-call" -> delta();
      case "finish" -> finish(event);
      case "error" -> errorEvent(event);
      default -> Meaning.NOTHING;
    };
  }

  @Override
  MetadataPlace place() {
    return MetadataPlace.AI_SDK;
  }

  /** Notes the seals on reasoning, which only the account or provider that made them takes back. */
  private void seals(SseEvent event) {
    try (JsonCursor json = cursor(event)) {
      json.objectMember(SealReader.METADATA, value -> SealReader.issued(value, issued));
    }
  }

  /** Reads the part that ends the answer. */
  private Meaning finish(SseEvent event) {
    try (JsonCursor json = cursor(event)) {
      if (json.enters(JsonToken.START_OBJECT)) {
        while (json.nextField()) {
          if (json.name().equals("usage")) {
            usage.read(json);
          } else {
            json.skip();
          }
        }
      }
    }
    ended();
    return new Meaning(output(), true, false, true, false);
  }
}

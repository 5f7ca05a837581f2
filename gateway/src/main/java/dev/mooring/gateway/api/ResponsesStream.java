package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import dev.mooring.gateway.config.Api;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A stream of Responses. */
final class ResponsesStream extends StreamReader {
  private static final byte[] ENCRYPTED = "\"encrypted_content\"".getBytes(StandardCharsets.UTF_8);

  private final AnswerReader answer = new AnswerReader(Api.RESPONSES, usage, issued);
  private byte @Nullable [] response;
  private @Nullable SseEvent last;
  private long events;

  /** At the start of a stream. */
  ResponsesStream() {
    super(Api.RESPONSES);
  }

  @Override
  public byte[] failure(ApiError broken, byte @Nullable [] metadata) {
    byte[] data = FailedResponse.event(response, sequenceNumber(), broken, metadata);
    return SseEvent.of("response.failed", data);
  }

  @Override
  Meaning read(SseEvent event) {
    last = event;
    events++;
    String kind = kind(event);
    return switch (kind) {
      case "response.created", "response.queued", "response.in_progress" -> {
        response(event, true);
        yield Meaning.NOTHING;
      }
      case "response.output_item.done" -> {
        if (contains(event, ENCRYPTED)) {
          item(event);
        }
        yield Meaning.NOTHING;
      }
      case "response.completed", "response.incomplete" -> {
        response(event, false);
        ended();
        yield new Meaning(output(), true, false, true, false);
      }
      case "response.failed" -> {
        response(event, false);
        UpstreamError told = answer.error();
        error(told == null ? new ErrorReader().error() : told);
        yield new Meaning(false, true, false, true, true);
      }
      case "error" -> errorEvent(event);
      default -> kind.endsWith(".delta") ? delta() : Meaning.NOTHING;
    };
  }

  @Override
  MetadataPlace place() {
    return MetadataPlace.RESPONSE;
  }

  /** Reads the {@code response} of an event, and keeps its bytes where asked. */
  private void response(SseEvent event, boolean keep) {
    try (JsonCursor json = cursor(event)) {
      json.objectMember(
          "response",
          value -> {
            int start = value.start();
            answer.object(value);
            if (keep) {
              response = Arrays.copyOfRange(event.dataArray(), start, value.end());
            }
          });
    }
  }

  /** Reads the {@code item} of an event. */
  private void item(SseEvent event) {
    try (JsonCursor json = cursor(event)) {
      json.objectMember("item", answer::item);
    }
  }

  /** The number that comes after the last event's. */
  private long sequenceNumber() {
    SseEvent event = last;
    if (event == null) {
      return 0;
    }
    Long number = null;
    try (JsonCursor json = cursor(event)) {
      if (json.enters(JsonToken.START_OBJECT)) {
        while (json.nextField()) {
          if (json.name().equals("sequence_number")) {
            number = json.number();
          } else {
            json.skip();
          }
        }
      }
    } catch (MalformedJsonException e) {
      return events;
    }
    return number == null ? events : number + 1;
  }
}

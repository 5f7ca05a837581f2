package dev.mooring.gateway.api;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Turns one stream of Amazon's frames around Anthropic's events into the server-sent events that
 * Anthropic would have sent, an error of Amazon's into Anthropic's error event. Not for use by
 * several threads.
 */
public final class MessagesFrames {
  private static final byte[] EVENT = "event: ".getBytes(StandardCharsets.UTF_8);
  private static final byte[] DATA = "\ndata: ".getBytes(StandardCharsets.UTF_8);
  private static final byte[] END = "\n\n".getBytes(StandardCharsets.UTF_8);

  private final EventStreamDecoder decoder = new EventStreamDecoder();

  /**
   * Takes the next bytes of the stream, cut anywhere.
   *
   * @return the events that they complete; empty for none
   * @throws MalformedAnswerException when they are no frames, or a frame holds no event
   */
  public byte[] feed(byte[] chunk) {
    ByteArrayOutputStream events = new ByteArrayOutputStream(chunk.length);
    decoder.feed(chunk, frame -> write(frame, events));
    return events.toByteArray();
  }

  /**
   * The stream ended.
   *
   * @throws MalformedAnswerException when it did so within a frame
   */
  public void end() {
    decoder.end();
  }

  private static void write(EventFrame frame, ByteArrayOutputStream events) {
    if (frame instanceof EventFrame.Event event) {
      byte[] data = data(event.payload());
      if (data != null) {
        write(type(data), data, events);
      }
    } else if (frame instanceof EventFrame.Failed failed) {
      write("error", error(failed.error()), events);
    }
  }

  private static void write(String type, byte[] data, ByteArrayOutputStream events) {
    events.writeBytes(EVENT);
    events.writeBytes(type.getBytes(StandardCharsets.UTF_8));
    events.writeBytes(DATA);
    events.writeBytes(data);
    events.writeBytes(END);
  }

  /** The event within a payload, on one line; null where the payload is none of an event. */
  private static byte @Nullable [] data(byte[] payload) {
    String encoded;
    try (JsonCursor json = JsonCursor.of(payload)) {
      encoded = json.stringMember("bytes");
    } catch (MalformedJsonException e) {
      throw new MalformedAnswerException("the provider sent a frame that is no JSON");
    }
    if (encoded == null) {
      return null;
    }
    byte[] data;
    try {
      data = Base64.getDecoder().decode(encoded);
    } catch (IllegalArgumentException e) {
      throw new MalformedAnswerException("the provider sent a frame whose bytes cannot be read");
    }
    for (int i = 0; i < data.length; i++) {
      if (data[i] == '\n' || data[i] == '\r') {
        data[i] = ' ';
      }
    }
    return data;
  }

  /** The type of an event of Anthropic's. */
  private static String type(byte[] data) {
    String type;
    try (JsonCursor json = JsonCursor.of(data)) {
      type = json.stringMember("type");
    } catch (MalformedJsonException e) {
      throw new MalformedAnswerException("the provider sent an event that is no JSON");
    }
    if (type == null || !type.matches("[A-Za-z_]+")) {
      throw new MalformedAnswerException("the provider sent an event without a type");
    }
    return type;
  }

  private static byte[] error(UpstreamError error) {
    String type =
        switch (error.status()) {
          case 400 -> "invalid_request_error";
          case 403 -> "permission_error";
          case 404 -> "not_found_error";
          case 408 -> "timeout_error";
          case 429 -> "rate_limit_error";
          case 503 -> "overloaded_error";
          default -> "api_error";
        };
    String message = new String(Splices.quote(error.message()), StandardCharsets.UTF_8);
    return ("{\"type\":\"error\",\"error\":{\"type\":\""
            + type
            + "\",\"message\":"
            + message
            + "}}")
        .getBytes(StandardCharsets.UTF_8);
  }
}

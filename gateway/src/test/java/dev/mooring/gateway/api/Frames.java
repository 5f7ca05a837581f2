package dev.mooring.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.eventstream.HeaderValue;
import software.amazon.eventstream.Message;

/** Frames of Amazon's event stream as its own library writes them. */
public final class Frames {
  private Frames() {}

  /** An event. */
  public static byte[] event(String type, String payload) {
    return frame(payload, ":message-type", "event", ":event-type", type, ":content-type", "json");
  }

  /** An event of Anthropic's, wrapped. */
  static byte[] chunk(String event) {
    String bytes = Base64.getEncoder().encodeToString(event.getBytes(UTF_8));
    return event("chunk", "{\"bytes\":\"" + bytes + "\",\"p\":\"abcd\"}");
  }

  /** An exception. */
  public static byte[] exception(String type, String payload) {
    return frame(payload, ":message-type", "exception", ":exception-type", type);
  }

  /** A frame with any headers, in pairs of name and value. */
  static byte[] frame(String payload, String... headers) {
    Map<String, HeaderValue> values = new LinkedHashMap<>();
    for (int i = 0; i < headers.length; i += 2) {
      values.put(headers[i], HeaderValue.fromString(headers[i + 1]));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Message(values, payload.getBytes(UTF_8)).encode(out);
    return out.toByteArray();
  }

  /** Frames one after the other. */
  public static byte[] joined(byte[]... frames) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] frame : frames) {
      out.writeBytes(frame);
    }
    return out.toByteArray();
  }
}

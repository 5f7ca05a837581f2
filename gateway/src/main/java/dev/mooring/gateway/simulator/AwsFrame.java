package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.eventstream.HeaderValue;
import software.amazon.eventstream.Message;

/**
 * A frame of AWS's event stream.
 *
 * @param kind {@code event} or {@code exception}
 * @param type what kind of event or exception
 */
record AwsFrame(String kind, String type, ObjectNode payload) implements StreamEvent {
  private static final String EXCEPTION = "exception";

  /** An event. */
  static AwsFrame event(String type, ObjectNode payload) {
    return new AwsFrame("event", type, payload);
  }

  /** The exception that ends a stream, named as in an error answer. */
  static AwsFrame exception(ApiError error) {
    String type = Character.toLowerCase(error.type().charAt(0)) + error.type().substring(1);
    return new AwsFrame(EXCEPTION, type, Json.object().put("message", error.message()));
  }

  @Override
  public byte[] wire(String lineEnd) {
    Map<String, HeaderValue> headers = new LinkedHashMap<>();
    headers.put(
        kind.equals(EXCEPTION) ? ":exception-type" : ":event-type", HeaderValue.fromString(type));
    headers.put(":content-type", HeaderValue.fromString("application/json"));
    headers.put(":message-type", HeaderValue.fromString(kind));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new Message(headers, Json.bytes(payload)).encode(bytes);
    return bytes.toByteArray();
  }
}

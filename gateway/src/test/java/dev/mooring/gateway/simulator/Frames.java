package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import software.amazon.eventstream.HeaderValue;
import software.amazon.eventstream.Message;
import software.amazon.eventstream.MessageDecoder;

/** The frames of an AWS event stream, read with AWS's own decoder. */
final class Frames {
  private Frames() {}

  /** The frames of a body, in order. */
  static List<Message> of(byte[] body) {
    List<Message> frames = new ArrayList<>();
    new MessageDecoder(frames::add).feed(body);
    return frames;
  }

  /** What a frame is: {@code event messageStart}, {@code exception throttlingException}. */
  static String kind(Message frame) {
    String type = header(frame, ":event-type") + header(frame, ":exception-type");
    return header(frame, ":message-type") + " " + type;
  }

  /** The bytes that a frame has on the wire. */
  static int size(Message frame) {
    return frame.toByteBuffer().remaining();
  }

  /** The JSON of a frame. */
  static JsonNode json(Message frame) {
    return SimulatorCalls.json(new String(frame.getPayload(), StandardCharsets.UTF_8));
  }

  /** The JSON in the {@code bytes} of a frame. */
  static JsonNode inner(Message frame) {
    byte[] bytes = Base64.getDecoder().decode(json(frame).path("bytes").asText());
    return SimulatorCalls.json(new String(bytes, StandardCharsets.UTF_8));
  }

  /** A header's text; empty where there is none. */
  private static String header(Message frame, String name) {
    HeaderValue value = frame.getHeaders().get(name);
    return value == null ? "" : value.getString();
  }
}

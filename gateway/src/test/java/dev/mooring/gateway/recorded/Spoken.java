package dev.mooring.gateway.recorded;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import software.amazon.eventstream.HeaderValue;
import software.amazon.eventstream.Message;

/** A dialect of providers: who understands it, and how its streams are framed. */
enum Spoken {
  CHAT,
  RESPONSES,
  MESSAGES,
  GEMINI,
  CONVERSE;

  /** One who has heard nothing yet. */
  Ear ear() {
    return switch (this) {
      case CHAT -> new ChatEar();
      case RESPONSES -> new ResponsesEar();
      case MESSAGES -> new MessagesEar();
      case GEMINI -> new GeminiEar();
      case CONVERSE -> new ConverseEar();
    };
  }

  /** The media type of a stream. */
  String streamType() {
    return this == CONVERSE ? "application/vnd.amazon.eventstream" : "text/event-stream";
  }

  /** A stream of some events, to its end. */
  byte[] stream(List<JsonNode> events) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (JsonNode event : events) {
      out.writeBytes(frame(event));
    }
    if (this == CHAT) {
      out.writeBytes("data: [DONE]\n\n".getBytes(UTF_8));
    }
    return out.toByteArray();
  }

  private byte[] frame(JsonNode event) {
    return switch (this) {
      case CHAT, GEMINI -> ("data: " + event + "\n\n").getBytes(UTF_8);
      case RESPONSES, MESSAGES ->
          ("event: " + event.path("type").asText() + "\ndata: " + event + "\n\n").getBytes(UTF_8);
      case CONVERSE -> amazon(event);
    };
  }

  private static byte[] amazon(JsonNode event) {
    String type = event.fieldNames().next();
    Map<String, HeaderValue> headers =
        Map.of(
            ":event-type", HeaderValue.fromString(type),
            ":content-type", HeaderValue.fromString("application/json"),
            ":message-type", HeaderValue.fromString("event"));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Message(headers, event.path(type).toString().getBytes(UTF_8)).encode(out);
    return out.toByteArray();
  }
}

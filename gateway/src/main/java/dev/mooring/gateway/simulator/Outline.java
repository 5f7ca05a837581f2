package dev.mooring.gateway.simulator;

import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An answer before anything goes wrong with it.
 *
 * @param parts the body: one part, or one for each stream event
 * @param chunked whether the body goes without a length
 * @param latency from the request to the head
 * @param millisPerPart the time between parts
 */
record Outline(
    int status,
    Map<String, String> headers,
    List<Buffer> parts,
    boolean chunked,
    Duration latency,
    double millisPerPart) {

  /** A JSON answer. */
  static Outline json(int status, Map<String, String> headers, byte[] body, Duration latency) {
    return new Outline(status, headers, List.of(Buffer.buffer(body)), false, latency, 0);
  }

  /** A stream. */
  static Outline stream(
      Map<String, String> headers,
      List<? extends StreamEvent> events,
      String lineEnd,
      Duration latency,
      double millisPerPart) {
    List<Buffer> parts = new ArrayList<>();
    events.forEach(event -> parts.add(Buffer.buffer(event.wire(lineEnd))));
    return new Outline(200, headers, List.copyOf(parts), true, latency, millisPerPart);
  }

  /** The same with other parts, of unknown length. */
  Outline withParts(List<Buffer> others) {
    return new Outline(status, headers, others, true, latency, millisPerPart);
  }

  /** The same with other headers. */
  Outline withHeaders(Map<String, String> others) {
    return new Outline(status, others, parts, chunked, latency, millisPerPart);
  }

  /** A stream's parts; a document in two halves, so that it can break in the middle. */
  List<Buffer> breakableParts() {
    if (chunked) {
      return parts;
    }
    Buffer whole = parts.get(0);
    int half = whole.length() / 2;
    return List.of(whole.slice(0, half), whole.slice(half, whole.length()));
  }
}

package dev.mooring.gateway.simulator;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A server-sent event.
 *
 * @param name the {@code event:} line; null for none
 */
record SseEvent(@Nullable String name, String data) implements StreamEvent {

  @Override
  public byte[] wire(String lineEnd) {
    String head = name == null ? "" : "event: " + name + lineEnd;
    return (head + "data: " + data + lineEnd + lineEnd).getBytes(StandardCharsets.UTF_8);
  }
}

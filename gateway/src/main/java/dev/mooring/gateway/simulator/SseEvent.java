package dev.mooring.gateway.simulator;

import org.jspecify.annotations.Nullable;

/**
 * A server-sent event.
 *
 * @param name the {@code event:} line; null for none
 */
record SseEvent(@Nullable String name, String data) {

  /** The event on the wire, with its blank line. */
  String wire(String lineEnd) {
    String head = name == null ? "" : "event: " + name + lineEnd;
    return head + "data: " + data + lineEnd + lineEnd;
  }
}

package dev.mooring.gateway.translate.aisdk;

import dev.mooring.gateway.translate.model.EventText;
import dev.mooring.gateway.translate.model.Json;

/** Server-sent events that wait to be taken; each is one JSON object. */
final class EventBuffer {
  private static final byte[] LEAD = EventText.ascii("data: ");
  private static final byte[] DELTA = EventText.ascii(",\"delta\":");
  private static final byte[] END = EventText.ascii("\n\n");
  private static final byte[] CLOSE = EventText.ascii("}\n\n");

  private final EventText text = new EventText();

  /** Adds an event. */
  void write(Json.Writing event) {
    text.raw(LEAD).raw(Json.bytes(event)).raw(END);
  }

  /**
   * Adds an event that names its part only.
   *
   * @param head all before the id
   */
  void mark(byte[] head, String id) {
    text.raw(head).string(id).raw(CLOSE);
  }

  /** Adds an event with a delta of a part. */
  void delta(byte[] head, String id, String delta) {
    text.raw(head).string(id).raw(DELTA).string(delta).raw(CLOSE);
  }

  /** What was added since the last time. */
  byte[] take() {
    return text.take();
  }
}

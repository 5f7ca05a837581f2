package dev.mooring.gateway.translate.responses;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.gateway.translate.model.EventText;
import dev.mooring.gateway.translate.model.Json;

/** The server-sent events of one answer, numbered from 0 in the order in which they are written. */
final class AnswerEvents {
  private static final byte[] BLANK_LINE = {'\n', '\n'};

  private final EventText out = new EventText();
  private final boolean read;
  private long number;

  private AnswerEvents(boolean read) {
    this.read = read;
  }

  /** The events of a stream. */
  static AnswerEvents streamed() {
    return new AnswerEvents(true);
  }

  /** Events that nobody reads: none is written. */
  static AnswerEvents unread() {
    return new AnswerEvents(false);
  }

  /** Writes an event that tells more of a text. */
  void write(DeltaEvent event, String delta) {
    if (read) {
      event.write(out, number++, delta);
    }
  }

  /**
   * Writes an event.
   *
   * @param members its members besides {@code type} and {@code sequence_number}
   */
  void write(String type, Json.Writing members) {
    if (!read) {
      return;
    }
    byte[] data =
        Json.bytes(
            json -> {
              json.writeStartObject();
              json.writeStringField("type", type);
              json.writeNumberField("sequence_number", number++);
              members.to(json);
              json.writeEndObject();
            });
    out.raw(("event: " + type + "\ndata: ").getBytes(UTF_8)).raw(data).raw(BLANK_LINE);
  }

  /** Writes an event of an item; its members come after those that name the item. */
  void write(String type, OutputItem item, Json.Writing members) {
    write(
        type,
        json -> {
          json.writeStringField("item_id", item.id());
          json.writeNumberField("output_index", item.index());
          members.to(json);
        });
  }

  /** The bytes that were written since the last call. */
  byte[] take() {
    return out.take();
  }
}

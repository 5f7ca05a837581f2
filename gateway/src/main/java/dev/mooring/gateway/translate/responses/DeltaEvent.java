package dev.mooring.gateway.translate.responses;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.gateway.translate.model.EventText;

/** The event that tells more of one item's text: all of it but its number and the text. */
final class DeltaEvent {
  private final byte[] start;
  private final byte[] middle;
  private final byte[] end;

  /**
   * @param type the event's type
   * @param where members that say which of the item's texts grows, each behind a comma
   * @param after members that clients require after the text, each behind a comma
   */
  DeltaEvent(String type, OutputItem item, String where, String after) {
    this.start =
        ("event: " + type + "\ndata: {\"type\":\"" + type + "\",\"sequence_number\":")
            .getBytes(UTF_8);
    this.middle =
        (",\"item_id\":\""
                + item.id()
                + "\",\"output_index\":"
                + item.index()
                + where
                + ",\"delta\":")
            .getBytes(UTF_8);
    this.end = (after + "}\n\n").getBytes(UTF_8);
  }

  /** Writes the event. */
  void write(EventText out, long number, String delta) {
    out.raw(start).number(number).raw(middle).string(delta).raw(end);
  }
}

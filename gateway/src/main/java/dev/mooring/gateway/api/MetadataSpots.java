package dev.mooring.gateway.api;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Where {@code provider_metadata} goes in an answer, noted while that is read for other things: in
 * each object that is to have it the place of the member that is there already, or the one after
 * the last.
 */
final class MetadataSpots {
  private static final byte[] NO_LEAD = {};

  private final byte[] text;
  private final String name;
  private final List<Spot> spots = new ArrayList<>(2);

  /**
   * No places yet.
   *
   * @param name what the member is called
   */
  MetadataSpots(byte[] text, String name) {
    this.text = text;
    this.name = name;
  }

  /**
   * Reads the object that the cursor is at, which is to have the member.
   *
   * @param others reads the value of every other member
   */
  void object(JsonCursor json, Consumer<JsonCursor> others) {
    boolean taken = false;
    boolean empty = true;
    while (json.nextField()) {
      empty = false;
      if (!taken && json.name().equals(name)) {
        taken = true;
        spots.add(new Spot(json.range(), NO_LEAD));
      } else {
        others.accept(json);
      }
    }
    if (!taken) {
      free(json.start(), empty);
    }
  }

  /** Whether there is no place. */
  boolean isEmpty() {
    return spots.isEmpty();
  }

  /** An object ends without the member, with or without others. */
  private void free(int close, boolean empty) {
    int end = close;
    while (text[end - 1] <= ' ') {
      end--;
    }
    byte[] lead = ((empty ? "\"" : ",\"") + name + "\":").getBytes(StandardCharsets.US_ASCII);
    spots.add(new Spot(new Range(end, end), lead));
  }

  /** The text with the metadata in all places, every other byte as it came. */
  byte[] put(byte[] metadata) {
    Pieces.Builder pieces = new Pieces.Builder();
    int read = 0;
    for (Spot spot : spots) {
      pieces.add(text, read, spot.place().start());
      pieces.add(spot.lead(), 0, spot.lead().length);
      pieces.add(metadata, 0, metadata.length);
      read = spot.place().end();
    }
    pieces.add(text, read, text.length);
    return pieces.finish().bytes();
  }

  /**
   * A place in the text.
   *
   * @param lead what comes before the value: the name, where the member is new
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared or printed
  private record Spot(Range place, byte[] lead) {}
}

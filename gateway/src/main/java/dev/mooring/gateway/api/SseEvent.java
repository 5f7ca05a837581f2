package dev.mooring.gateway.api;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One event of an event stream (WHATWG HTML, "Server-sent events"), as the bytes it came in. A
 * block of comments, or of nothing, is an event too.
 */
public final class SseEvent {
  private static final byte[] NOTHING = {};
  private static final byte[] DATA = "data".getBytes(StandardCharsets.UTF_8);
  private static final byte[] EVENT = "event".getBytes(StandardCharsets.UTF_8);

  private final byte[] array;
  private final int offset;
  private final int length;
  private @Nullable String event;
  private int dataLines;
  private Range dataLine = new Range(0, 0);
  private byte[] joined = NOTHING;

  /** The event that stands in a part of an array, which must not change any more. */
  SseEvent(byte[] array, int offset, int length) {
    this.array = array;
    this.offset = offset;
    this.length = length;
    lines();
  }

  /** The array that holds the event; not to be changed. */
  public byte[] array() {
    return array;
  }

  /** Where the event begins in its array. */
  public int offset() {
    return offset;
  }

  /** The number of bytes of the event, its blank line included. */
  public int length() {
    return length;
  }

  /** A copy of the event's bytes, its blank line included. */
  public byte[] bytes() {
    return Arrays.copyOfRange(array, offset, offset + length);
  }

  /** The {@code event} field, or null. */
  public @Nullable String event() {
    return event;
  }

  /** A copy of the data, its lines joined by a line feed; empty where the event has none. */
  public byte[] data() {
    return Arrays.copyOfRange(dataArray(), dataStart(), dataEnd());
  }

  /** Whether the event has neither a name nor data. */
  public boolean isComment() {
    return event == null && dataLines == 0;
  }

  @Override
  public String toString() {
    return "SseEvent[" + (event == null ? "" : event + ", ") + length + " bytes]";
  }

  /** Whether the event has data that is not empty. */
  boolean hasData() {
    return dataEnd() > dataStart();
  }

  /** The array that holds the data. */
  byte[] dataArray() {
    return dataLines > 1 ? joined : array;
  }

  /** Where the data begins in its array. */
  int dataStart() {
    return dataLines > 1 ? 0 : dataLine.start();
  }

  /** Where the data ends in its array. */
  int dataEnd() {
    return dataLines > 1 ? joined.length : dataLine.end();
  }

  /** The event with other data. */
  byte[] withData(byte[] data) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(length + data.length);
    if (dataLines > 1) {
      out.writeBytes(of(event, data));
    } else {
      out.write(array, offset, dataLine.start() - offset);
      out.writeBytes(data);
      out.write(array, dataLine.end(), offset + length - dataLine.end());
    }
    return out.toByteArray();
  }

  /** The bytes of a new event; line feeds in the data, which JSON has as white space, go. */
  static byte[] of(@Nullable String event, byte[] data) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(data.length + 64);
    if (event != null) {
      out.writeBytes(("event: " + event + "\n").getBytes(StandardCharsets.UTF_8));
    }
    out.writeBytes("data: ".getBytes(StandardCharsets.UTF_8));
    for (byte b : data) {
      out.write(b == '\n' || b == '\r' ? ' ' : b);
    }
    out.writeBytes("\n\n".getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }

  /** Reads the lines. */
  private void lines() {
    int end = offset + length;
    int at = startsWithMark() ? offset + 3 : offset;
    while (at < end) {
      int lineEnd = ByteSearch.lineEnd(array, at, end);
      line(at, lineEnd);
      at = lineEnd + 1;
    }
  }

  /** Whether the event begins with a byte order mark. */
  private boolean startsWithMark() {
    return length > 3
        && array[offset] == (byte) 0xEF
        && array[offset + 1] == (byte) 0xBB
        && array[offset + 2] == (byte) 0xBF;
  }

  /** Reads a line. */
  private void line(int from, int to) {
    int value = valueOf(DATA, from, to);
    if (value >= 0) {
      dataLine(new Range(value, to));
      return;
    }
    value = valueOf(EVENT, from, to);
    if (value >= 0) {
      event = new String(array, value, to - value, StandardCharsets.UTF_8);
    }
  }

  /** Adds a line of data. */
  private void dataLine(Range line) {
    if (dataLines > 0) {
      ByteArrayOutputStream lines = new ByteArrayOutputStream();
      lines.write(dataArray(), dataStart(), dataEnd() - dataStart());
      lines.write('\n');
      lines.write(array, line.start(), line.length());
      joined = lines.toByteArray();
    } else {
      dataLine = line;
    }
    dataLines++;
  }

  /** Where the value of a line begins if the line is of a field; negative where it is not. */
  private int valueOf(byte[] field, int from, int to) {
    int colon = from + field.length;
    if (colon > to || !Arrays.equals(array, from, colon, field, 0, field.length)) {
      return -1;
    }
    if (colon == to) {
      return to;
    }
    if (array[colon] != ':') {
      return -1;
    }
    return colon + 1 < to && array[colon + 1] == ' ' ? colon + 2 : colon + 1;
  }
}

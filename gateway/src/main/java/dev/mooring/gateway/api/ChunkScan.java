package dev.mooring.gateway.api;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A look at the bytes of a Chat chunk that comes amid the output: whether it may be more than one
 * more delta. Errs only towards yes. The names looked for cannot stand in a text unescaped: a quote
 * inside a JSON string has a backslash before it, the one after the name as well.
 */
final class ChunkScan {
  private static final byte[] FINISH_REASON = quoted("finish_reason");
  private static final byte[] USAGE = quoted("usage");
  private static final byte[] ERROR = quoted("error");
  private static final byte[] INDEX = quoted("index");
  private static final byte[] ZERO = "0".getBytes(StandardCharsets.UTF_8);
  private static final byte[] NULL = "null".getBytes(StandardCharsets.UTF_8);

  private ChunkScan() {}

  /**
   * Whether a chunk has {@code finish_reason}, {@code usage} or {@code error}, and not null, or an
   * {@code index} that is not 0.
   */
  static boolean matters(SseEvent event) {
    byte[] data = event.dataArray();
    int end = event.dataEnd();
    int at = ByteSearch.quote(data, event.dataStart(), end);
    while (at + 1 < end) {
      boolean tells =
          switch (data[at + 1]) {
            case 'f' -> tells(data, at, end, FINISH_REASON, NULL);
            case 'u' -> tells(data, at, end, USAGE, NULL);
            case 'e' -> tells(data, at, end, ERROR, NULL);
            case 'i' -> tells(data, at, end, INDEX, ZERO);
            default -> false;
          };
      if (tells) {
        return true;
      }
      at = ByteSearch.quote(data, at + 1, end);
    }
    return false;
  }

  /** Whether a name stands at a quote, and its value does not begin with one that means nothing. */
  private static boolean tells(byte[] data, int at, int end, byte[] name, byte[] idle) {
    int after = at + name.length;
    if (after > end || !Arrays.equals(data, at, after, name, 0, name.length)) {
      return false;
    }
    int value = pastSpace(data, after, end);
    if (value < end && data[value] == ':') {
      value = pastSpace(data, value + 1, end);
    }
    int valueEnd = value + idle.length;
    return valueEnd > end || !Arrays.equals(data, value, valueEnd, idle, 0, idle.length);
  }

  /** The first place that is no white space. */
  private static int pastSpace(byte[] data, int from, int end) {
    int at = from;
    while (at < end
        && (data[at] == ' ' || data[at] == '\t' || data[at] == '\n' || data[at] == '\r')) {
      at++;
    }
    return at;
  }

  /** A name with its quotes. */
  private static byte[] quoted(String name) {
    return ('"' + name + '"').getBytes(StandardCharsets.UTF_8);
  }
}

package dev.mooring.store.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.List;

/**
 * Arguments as Redis reads them, bulk strings one behind the other: encoded once, when they are
 * added, so that sending them is one copy.
 */
final class Bulks {
  /** The longest that the head of a bulk string is: its sign, a length, and the line's end. */
  private static final int HEAD = 13;

  /** Lengths from here on have more than two digits. */
  private static final int TWO_DIGITS = 100;

  private byte[] bytes;
  private int length;
  private int count;

  /** None yet, with room for this many bytes. */
  Bulks(int room) {
    bytes = new byte[room];
  }

  /** One of each text. */
  static Bulks of(List<String> texts) {
    Bulks bulks = new Bulks(64 * texts.size());
    texts.forEach(bulks::add);
    return bulks;
  }

  /** How many there are. */
  int count() {
    return count;
  }

  /** How many bytes they take. */
  int length() {
    return length;
  }

  /** Adds a text. */
  void add(String text) {
    byte[] encoded = text.getBytes(UTF_8);
    room(encoded.length);
    head(encoded.length);
    System.arraycopy(encoded, 0, bytes, length, encoded.length);
    length += encoded.length;
    line();
    count++;
  }

  /** Adds a number as text. */
  void add(long number) {
    add(Long.toString(number));
  }

  /** Adds all of others. */
  void addAll(Bulks others) {
    room(others.length);
    System.arraycopy(others.bytes, 0, bytes, length, others.length);
    length += others.length;
    count += others.count;
  }

  /** Writes all of them. */
  void writeTo(ByteBuf out) {
    out.writeBytes(bytes, 0, length);
  }

  private void room(int more) {
    int needed = length + more + HEAD + 2;
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
    }
  }

  private void head(int size) {
    bytes[length++] = '$';
    if (size < TWO_DIGITS) {
      if (size >= 10) {
        bytes[length++] = (byte) ('0' + size / 10);
      }
      bytes[length++] = (byte) ('0' + size % 10);
    } else {
      byte[] digits = Integer.toString(size).getBytes(US_ASCII);
      System.arraycopy(digits, 0, bytes, length, digits.length);
      length += digits.length;
    }
    line();
  }

  private void line() {
    bytes[length++] = '\r';
    bytes[length++] = '\n';
  }
}

package dev.mooring.affinity;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A text as the UTF-8 in a range of an array, which is not copied and must not be changed while the
 * text is in use.
 */
public final class Utf8Text {
  /** The text without characters. */
  public static final Utf8Text EMPTY = new Utf8Text(new byte[0], 0, 0);

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HASH_FACTOR = 0x9E3779B97F4A7C15L;
  private static final long LOW_BITS = 0x0101010101010101L;

  private final byte[] bytes;
  private final int from;
  private final int to;

  /**
   * The text in a range.
   *
   * @param from its first byte
   * @param to the first byte after it
   */
  public Utf8Text(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
  }

  /** The UTF-8 of a text. */
  public static Utf8Text of(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new Utf8Text(bytes, 0, bytes.length);
  }

  /** The number of bytes. */
  public int length() {
    return to - from;
  }

  /**
   * A hash that tells texts apart, the same on every node; no secret is kept by it.
   *
   * @param seed the hash of what comes before
   */
  public long hash(long seed) {
    long hash = (seed ^ length()) * HASH_FACTOR;
    int at = from;
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      hash = (Long.rotateLeft(hash, 29) ^ (long) WORDS.get(bytes, at)) * HASH_FACTOR;
    }
    for (; at < to; at++) {
      hash = (Long.rotateLeft(hash, 29) ^ bytes[at]) * HASH_FACTOR;
    }
    return hash ^ (hash >>> 32);
  }

  /** The text. */
  @Override
  public String toString() {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  /** Whether it is empty or white space. */
  boolean isBlank() {
    for (int at = from; at < to; at++) {
      if (bytes[at] < 0) {
        return toString().isBlank();
      }
      if (!Character.isWhitespace(bytes[at])) {
        return false;
      }
    }
    return true;
  }

  /** Whether it begins with some ASCII. */
  boolean startsWith(String ascii) {
    if (ascii.length() > length()) {
      return false;
    }
    for (int i = 0; i < ascii.length(); i++) {
      if (bytes[from + i] != ascii.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Its first code points: all of it, or so many. */
  public Utf8Text beginning(int codePoints) {
    if (length() <= codePoints) {
      return this;
    }
    int left = codePoints;
    int at = from;
    while (at + Long.BYTES <= to && left >= Long.BYTES) {
      left -= begun((long) WORDS.get(bytes, at));
      at += Long.BYTES;
    }
    while (at < to && (left > 0 || !begins(bytes[at]))) {
      left -= begins(bytes[at]) ? 1 : 0;
      at++;
    }
    return new Utf8Text(bytes, from, at);
  }

  /** The number of its code points. */
  public int codePoints() {
    int counted = 0;
    int at = from;
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      counted += begun((long) WORDS.get(bytes, at));
    }
    for (; at < to; at++) {
      counted += begins(bytes[at]) ? 1 : 0;
    }
    return counted;
  }

  /** Adds it to a digest, with its frame. */
  void addTo(FramedDigest digest) {
    digest.add(bytes, from, to);
  }

  /** How many of eight bytes begin a code point. */
  private static int begun(long word) {
    long continued = (word >>> 7) & ~(word >>> 6) & LOW_BITS;
    return Long.BYTES - Long.bitCount(continued);
  }

  private static boolean begins(byte b) {
    return (b & 0xC0) != 0x80;
  }
}

package dev.mooring.gateway.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The check that bytes are UTF-8 (RFC 3629) without NUL, and that every {@code \}{@code u} escape
 * of a surrogate has its other half. Eight bytes of plain ASCII go at a time.
 */
final class Utf8Check {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long BACKSLASHES = LOW_BITS * '\\';

  private final byte[] text;

  /** Checks a text. */
  private Utf8Check(byte[] text) {
    this.text = text;
  }

  /**
   * Checks a whole text.
   *
   * @throws MalformedJsonException naming the byte at which the text goes wrong
   */
  static void check(byte[] text) {
    Utf8Check check = new Utf8Check(text);
    int at = 0;
    while (at < text.length) {
      if (at + Long.BYTES <= text.length && isPlain((long) WORDS.get(text, at))) {
        at += Long.BYTES;
        continue;
      }
      at = check.step(at);
    }
  }

  /** Whether all eight bytes are ASCII, none of them NUL or a backslash. */
  private static boolean isPlain(long word) {
    return ((word | hasZero(word) | hasZero(word ^ BACKSLASHES)) & HIGH_BITS) == 0;
  }

  /** The high bits of the bytes that are zero. */
  private static long hasZero(long word) {
    return (word - LOW_BITS) & ~word & HIGH_BITS;
  }

  /** Checks one character or escape; the place after it. */
  private int step(int at) {
    byte first = text[at];
    if (first < 0) {
      return sequence(at);
    }
    if (first == 0) {
      throw wrong("a NUL byte", at);
    }
    return first == '\\' ? escape(at) : at + 1;
  }

  /** Checks a character of several bytes; the place after it. */
  private int sequence(int at) {
    int first = text[at] & 0xFF;
    if (first >= 0xC2 && first <= 0xDF) {
      return continuation(at, 1, 0x80, 0xBF);
    }
    if (first >= 0xE0 && first <= 0xEF) {
      return continuation(at, 2, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF);
    }
    if (first >= 0xF0 && first <= 0xF4) {
      return continuation(at, 3, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF);
    }
    throw wrong("not UTF-8", at);
  }

  /** Checks the bytes after a first one; the place after them. */
  private int continuation(int at, int more, int lowest, int highest) {
    if (at + more >= text.length) {
      throw wrong("not UTF-8", at);
    }
    int second = text[at + 1] & 0xFF;
    boolean right = second >= lowest && second <= highest;
    for (int i = 2; i <= more; i++) {
      right &= (text[at + i] & 0xC0) == 0x80;
    }
    if (!right) {
      throw wrong("not UTF-8", at);
    }
    return at + more + 1;
  }

  /** Checks an escape; the place after it, and after its other half. */
  private int escape(int at) {
    int unit = unit(at);
    if (unit < 0) {
      return at + 2;
    }
    if (!Character.isSurrogate((char) unit)) {
      return at + 6;
    }
    int low = unit(at + 6);
    if (Character.isLowSurrogate((char) unit) || low < 0 || !Character.isLowSurrogate((char) low)) {
      throw wrong("half of a surrogate pair", at);
    }
    return at + 12;
  }

  /** The UTF-16 unit that an escape at a place stands for; negative where there is none. */
  private int unit(int at) {
    if (at + 6 > text.length || text[at] != '\\' || text[at + 1] != 'u') {
      return -1;
    }
    int unit = 0;
    for (int i = at + 2; i < at + 6; i++) {
      int digit = Character.digit((char) (text[i] & 0xFF), 16);
      if (digit < 0) {
        return -1;
      }
      unit = unit << 4 | digit;
    }
    return unit;
  }

  /** Says what is wrong, and where. */
  private static MalformedJsonException wrong(String what, int at) {
    return new MalformedJsonException(what + " at byte " + at);
  }
}

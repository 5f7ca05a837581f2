package dev.mooring.gateway.api;

import java.util.Arrays;

/** Turns the bytes between a JSON string's quotes into the UTF-8 of its text, as far as wanted. */
final class Unescaper {
  /** More than an escape takes. */
  private static final int ROOM = 32;

  private final byte[] json;
  private final int to;
  private int at;
  private byte[] out = {};
  private int length;

  /**
   * At the beginning of a string that was found to be right, and has no half of a surrogate pair.
   *
   * @param from the first byte after its opening quote
   * @param to its closing quote
   */
  Unescaper(byte[] json, int from, int to) {
    this.json = json;
    this.at = from;
    this.to = to;
  }

  /** Decodes what is left. */
  void all() {
    more(to - at);
  }

  /** Decodes at least so many bytes more, if there are so many. */
  void more(int bytes) {
    int enough = length + Math.min(bytes, to - at);
    if (enough + ROOM > out.length) {
      out = Arrays.copyOf(out, enough + 2 * ROOM);
    }
    while (at < to && length < enough) {
      int run = StringScanner.backslash(json, at, Math.min(to, at + enough - length)) - at;
      System.arraycopy(json, at, out, length, run);
      at += run;
      length += run;
      while (at < to && length < enough && json[at] == '\\') {
        escape();
      }
    }
  }

  /** Whether all is decoded. */
  boolean ended() {
    return at == to;
  }

  /** Where the text is. */
  byte[] bytes() {
    return out;
  }

  /** How many bytes of it there are. */
  int length() {
    return length;
  }

  /** Decodes an escape. */
  private void escape() {
    int unit = StringScanner.unit(json, at, to);
    if (unit < 0) {
      out[length++] = character(json[at + 1]);
      at += 2;
    } else if (Character.isSurrogate((char) unit)) {
      character(Character.toCodePoint((char) unit, (char) StringScanner.unit(json, at + 6, to)));
      at += 12;
    } else {
      character(unit);
      at += 6;
    }
  }

  /** Writes a code point. */
  private void character(int codePoint) {
    if (codePoint < 0x80) {
      out[length++] = (byte) codePoint;
    } else if (codePoint < 0x800) {
      out[length++] = (byte) (0xC0 | codePoint >> 6);
      out[length++] = (byte) (0x80 | (codePoint & 0x3F));
    } else if (codePoint < 0x10000) {
      out[length++] = (byte) (0xE0 | codePoint >> 12);
      out[length++] = (byte) (0x80 | ((codePoint >> 6) & 0x3F));
      out[length++] = (byte) (0x80 | (codePoint & 0x3F));
    } else {
      out[length++] = (byte) (0xF0 | codePoint >> 18);
      out[length++] = (byte) (0x80 | ((codePoint >> 12) & 0x3F));
      out[length++] = (byte) (0x80 | ((codePoint >> 6) & 0x3F));
      out[length++] = (byte) (0x80 | (codePoint & 0x3F));
    }
  }

  /** The character that a short escape stands for. */
  static byte character(byte escape) {
    return switch (escape) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> escape;
    };
  }
}

package dev.mooring.gateway.translate.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Server-sent events that are being written: constant text and JSON strings, as UTF-8 in one buffer
 * that is used again.
 */
public final class EventText {
  private static final byte[] NOTHING = {};
  private static final byte[] HEX = ascii("0123456789abcdef");

  private byte[] bytes = new byte[512];
  private int length;

  /** The bytes of a constant, to be kept and written often. */
  public static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Writes bytes as they are. */
  public EventText raw(byte[] text) {
    room(text.length);
    System.arraycopy(text, 0, bytes, length, text.length);
    length += text.length;
    return this;
  }

  /** Writes ASCII text as it is. */
  public EventText raw(String ascii) {
    int end = ascii.length();
    room(end);
    for (int at = 0; at < end; at++) {
      bytes[length++] = (byte) ascii.charAt(at);
    }
    return this;
  }

  /** Writes a number. */
  public EventText number(long number) {
    if (number >= 0 && number < 10) {
      room(1);
      bytes[length++] = (byte) ('0' + number);
      return this;
    }
    return raw(ascii(Long.toString(number)));
  }

  /** Writes a JSON string, with its quotes. */
  public EventText string(String text) {
    int end = text.length();
    room(6 * end + 2);
    bytes[length++] = '"';
    for (int at = 0; at < end; at++) {
      char c = text.charAt(at);
      if (c >= 0x80) {
        at += wide(text, at, c);
      } else if (c < 0x20 || c == '"' || c == '\\') {
        escaped(c);
      } else {
        bytes[length++] = (byte) c;
      }
    }
    bytes[length++] = '"';
    return this;
  }

  /** The bytes that were written since the last call. */
  public byte[] take() {
    if (length == 0) {
      return NOTHING;
    }
    byte[] taken = Arrays.copyOf(bytes, length);
    length = 0;
    return taken;
  }

  private void escaped(char c) {
    bytes[length++] = '\\';
    switch (c) {
      case '\n' -> bytes[length++] = 'n';
      case '\r' -> bytes[length++] = 'r';
      case '\t' -> bytes[length++] = 't';
      case '"', '\\' -> bytes[length++] = (byte) c;
      default -> {
        bytes[length++] = 'u';
        digits(c);
      }
    }
  }

  /** Writes what is not ASCII; how many chars more than one it took. */
  private int wide(String text, int at, char c) {
    if (c < 0x800) {
      bytes[length++] = (byte) (0xC0 | (c >> 6));
      bytes[length++] = (byte) (0x80 | (c & 0x3F));
      return 0;
    }
    int point = text.codePointAt(at);
    if (point >= 0x10000) {
      bytes[length++] = (byte) (0xF0 | (point >> 18));
      bytes[length++] = (byte) (0x80 | ((point >> 12) & 0x3F));
      bytes[length++] = (byte) (0x80 | ((point >> 6) & 0x3F));
      bytes[length++] = (byte) (0x80 | (point & 0x3F));
      return 1;
    }
    if (Character.isSurrogate(c)) {
      bytes[length++] = '\\';
      bytes[length++] = 'u';
      digits(c);
      return 0;
    }
    bytes[length++] = (byte) (0xE0 | (c >> 12));
    bytes[length++] = (byte) (0x80 | ((c >> 6) & 0x3F));
    bytes[length++] = (byte) (0x80 | (c & 0x3F));
    return 0;
  }

  private void digits(char c) {
    for (int shift = 12; shift >= 0; shift -= 4) {
      bytes[length++] = HEX[(c >> shift) & 0xF];
    }
  }

  private void room(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}

package dev.mooring.gateway.translate.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes of a stream in the making: ready-made pieces, texts as JSON has them, whole numbers. The
 * buffer is used again after each {@link #take}.
 */
public final class EventBuffer {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NOTHING = {};
  private byte[] bytes = new byte[1024];
  private int length;

  /** Adds bytes as they are. */
  public EventBuffer raw(byte[] piece) {
    room(piece.length);
    System.arraycopy(piece, 0, bytes, length, piece.length);
    length += piece.length;
    return this;
  }

  /** Adds a text of ASCII letters as it is. */
  public EventBuffer raw(String ascii) {
    room(ascii.length());
    for (int i = 0; i < ascii.length(); i++) {
      bytes[length++] = (byte) ascii.charAt(i);
    }
    return this;
  }

  /** Adds a whole number. */
  public EventBuffer number(long number) {
    return raw(Long.toString(number));
  }

  /** Adds a text as a JSON string, quotes included. */
  public EventBuffer string(String text) {
    room(2);
    bytes[length++] = '"';
    escaped(text);
    bytes[length++] = '"';
    return this;
  }

  /** What was added since the last call. */
  public byte[] take() {
    if (length == 0) {
      return NOTHING;
    }
    byte[] taken = Arrays.copyOf(bytes, length);
    length = 0;
    return taken;
  }

  /** Adds a text within quotes; leaves room for the closing one. */
  private void escaped(String text) {
    int count = text.length();
    room(count * 6 + 1);
    for (int i = 0; i < count; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        ascii(c);
      } else if (c < 0x800) {
        bytes[length++] = (byte) (0xC0 | c >> 6);
        bytes[length++] = (byte) (0x80 | c & 0x3F);
      } else if (!Character.isSurrogate(c)) {
        bytes[length++] = (byte) (0xE0 | c >> 12);
        bytes[length++] = (byte) (0x80 | c >> 6 & 0x3F);
        bytes[length++] = (byte) (0x80 | c & 0x3F);
      } else if (i + 1 < count && Character.isSurrogatePair(c, text.charAt(i + 1))) {
        fourBytes(Character.toCodePoint(c, text.charAt(++i)));
      } else {
        // half a pair, whose other half may come with the next delta
        unicode(c);
      }
    }
  }

  private void ascii(char c) {
    switch (c) {
      case '"', '\\' -> pair(c);
      case '\n' -> pair('n');
      case '\r' -> pair('r');
      case '\t' -> pair('t');
      default -> {
        if (c < 0x20) {
          unicode(c);
        } else {
          bytes[length++] = (byte) c;
        }
      }
    }
  }

  private void pair(char escape) {
    bytes[length++] = '\\';
    bytes[length++] = (byte) escape;
  }

  private void unicode(char c) {
    bytes[length++] = '\\';
    bytes[length++] = 'u';
    for (int shift = 12; shift >= 0; shift -= 4) {
      bytes[length++] = HEX[c >> shift & 0xF];
    }
  }

  private void fourBytes(int point) {
    bytes[length++] = (byte) (0xF0 | point >> 18);
    bytes[length++] = (byte) (0x80 | point >> 12 & 0x3F);
    bytes[length++] = (byte) (0x80 | point >> 6 & 0x3F);
    bytes[length++] = (byte) (0x80 | point & 0x3F);
  }

  private void room(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}

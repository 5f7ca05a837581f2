package dev.mooring.gateway.relay;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A JSON text while it is written, commas put in by itself. For the few hundred bytes that each
 * answer carries; the profile showed a general generator's set-up to cost more than the text.
 */
final class JsonText {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private byte[] out = new byte[1024];
  private int length;

  /** Begins an object: the whole, or an element. */
  JsonText object() {
    element();
    write('{');
    return this;
  }

  /** Begins an object as the value of a member. */
  JsonText object(String name) {
    name(name);
    write('{');
    return this;
  }

  /** Ends an object. */
  JsonText endObject() {
    write('}');
    return this;
  }

  /** Begins an array as the value of a member. */
  JsonText array(String name) {
    name(name);
    write('[');
    return this;
  }

  /** Ends an array. */
  JsonText endArray() {
    write(']');
    return this;
  }

  /** Adds an element. */
  JsonText add(String value) {
    element();
    quote(value);
    return this;
  }

  /** Adds a member. */
  JsonText put(String name, String value) {
    name(name);
    quote(value);
    return this;
  }

  /** Adds a member. */
  JsonText put(String name, boolean value) {
    name(name);
    ascii(String.valueOf(value));
    return this;
  }

  /** Adds a member. */
  JsonText put(String name, long value) {
    name(name);
    ascii(String.valueOf(value));
    return this;
  }

  /** Adds a member; a finite number. */
  JsonText put(String name, double value) {
    name(name);
    ascii(String.valueOf(value));
    return this;
  }

  /** The text in UTF-8. */
  byte[] bytes() {
    return Arrays.copyOf(out, length);
  }

  private void element() {
    if (length > 0 && out[length - 1] != '[') {
      write(',');
    }
  }

  /** Writes a member's name, which is ASCII and needs no escapes. */
  private void name(String name) {
    if (out[length - 1] != '{') {
      write(',');
    }
    write('"');
    ascii(name);
    write('"');
    write(':');
  }

  private void quote(String value) {
    write('"');
    room(value.length());
    int next = 0;
    while (next < value.length()) {
      char c = value.charAt(next);
      if (plain(c)) {
        out[length++] = (byte) c;
        next++;
      } else {
        next = character(value, next);
        room(value.length() - next);
      }
    }
    write('"');
  }

  private static boolean plain(char c) {
    return c >= ' ' && c < 0x80 && c != '"' && c != '\\';
  }

  /** Writes the character at an index, which is not plain; answers the index of the next one. */
  private int character(String value, int index) {
    char c = value.charAt(index);
    if (c < ' ') {
      ascii("\\u00");
      write(HEX[c >> 4]);
      write(HEX[c & 15]);
    } else if (c < 0x80) {
      write('\\');
      write(c);
    } else if (c >= 0x800 && !Character.isSurrogate(c)) {
      write((char) (0xE0 | (c >> 12)));
      write((char) (0x80 | ((c >> 6) & 0x3F)));
      write((char) (0x80 | (c & 0x3F)));
    } else {
      int next = index + Character.charCount(value.codePointAt(index));
      for (byte b : value.substring(index, next).getBytes(StandardCharsets.UTF_8)) {
        write((char) (b & 0xff));
      }
      return next;
    }
    return index + 1;
  }

  private void ascii(String text) {
    room(text.length());
    for (int i = 0; i < text.length(); i++) {
      out[length++] = (byte) text.charAt(i);
    }
  }

  private void write(char octet) {
    room(1);
    out[length++] = (byte) octet;
  }

  private void room(int more) {
    if (length + more > out.length) {
      out = Arrays.copyOf(out, Math.max(length + more, 2 * out.length));
    }
  }
}

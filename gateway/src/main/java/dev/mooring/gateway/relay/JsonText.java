package dev.mooring.gateway.relay;

import java.nio.charset.StandardCharsets;

/**
 * A JSON text while it is written, commas put in by itself. For the few hundred bytes that each
 * answer carries; the profile showed a general generator's set-up to cost more than the text.
 */
final class JsonText {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private final StringBuilder out = new StringBuilder(1024);

  /** Begins an object: the whole, or an element. */
  JsonText object() {
    element();
    out.append('{');
    return this;
  }

  /** Begins an object as the value of a member. */
  JsonText object(String name) {
    name(name);
    out.append('{');
    return this;
  }

  /** Ends an object. */
  JsonText endObject() {
    out.append('}');
    return this;
  }

  /** Begins an array as the value of a member. */
  JsonText array(String name) {
    name(name);
    out.append('[');
    return this;
  }

  /** Ends an array. */
  JsonText endArray() {
    out.append(']');
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
    out.append(value);
    return this;
  }

  /** Adds a member. */
  JsonText put(String name, long value) {
    name(name);
    out.append(value);
    return this;
  }

  /** Adds a member; a finite number. */
  JsonText put(String name, double value) {
    name(name);
    out.append(value);
    return this;
  }

  /** The text in UTF-8. */
  byte[] bytes() {
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void element() {
    int length = out.length();
    if (length > 0 && out.charAt(length - 1) != '[') {
      out.append(',');
    }
  }

  /** Writes a member's name, which needs no escapes. */
  private void name(String name) {
    if (out.charAt(out.length() - 1) != '{') {
      out.append(',');
    }
    out.append('"').append(name).append("\":");
  }

  private void quote(String value) {
    out.append('"');
    int written = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ' || c == '"' || c == '\\') {
        out.append(value, written, i);
        escape(c);
        written = i + 1;
      }
    }
    out.append(value, written, value.length()).append('"');
  }

  private void escape(char c) {
    if (c >= ' ') {
      out.append('\\').append(c);
    } else {
      out.append("\\u00").append(HEX[c >> 4]).append(HEX[c & 15]);
    }
  }
}

package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads values of a required type; JSON's null counts as absent. */
final class FieldReader {
  /** The most items of a list. */
  static final int MOST_ITEMS = 100;

  private FieldReader() {}

  /** The string, or null where absent. */
  static @Nullable String string(JsonCursor json, String path) {
    if (json.at(JsonToken.VALUE_NULL)) {
      return null;
    }
    require(json, JsonToken.VALUE_STRING, path, "a string");
    return json.text();
  }

  /** The boolean, or null where absent. */
  static @Nullable Boolean bool(JsonCursor json, String path) {
    if (json.at(JsonToken.VALUE_NULL)) {
      return null;
    }
    if (!json.at(JsonToken.VALUE_TRUE)) {
      require(json, JsonToken.VALUE_FALSE, path, "a boolean");
      return false;
    }
    return true;
  }

  /** The strings, at most {@link #MOST_ITEMS}, or null where absent. */
  static @Nullable List<String> strings(JsonCursor json, String path) {
    if (json.at(JsonToken.VALUE_NULL)) {
      return null;
    }
    require(json, JsonToken.START_ARRAY, path, "an array of strings");
    List<String> strings = new ArrayList<>();
    while (json.nextElement()) {
      require(json, JsonToken.VALUE_STRING, path + "[" + strings.size() + "]", "a string");
      requireRoom(strings, path);
      strings.add(json.text());
    }
    return List.copyOf(strings);
  }

  /** Requires that a list may grow: what is planned grows with it. */
  static void requireRoom(List<String> items, String path) {
    if (items.size() >= MOST_ITEMS) {
      throw new InvalidRequestException(
          path, path + ": too long (expected: at most " + MOST_ITEMS + " items)");
    }
  }

  /** Whether there is an object to read; false where absent. */
  static boolean object(JsonCursor json, String path) {
    if (json.at(JsonToken.VALUE_NULL)) {
      return false;
    }
    require(json, JsonToken.START_OBJECT, path, "an object");
    return true;
  }

  /** Requires a kind of token. */
  static void require(JsonCursor json, JsonToken token, String path, String expected) {
    if (!json.at(token)) {
      throw new InvalidRequestException(path, path + ": wrong type (expected: " + expected + ")");
    }
  }
}

package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A place in a JSON text that moves forward token by token and knows its byte offset. A reading
 * method is called at the first token of a value and leaves the cursor at the value's last token.
 * Every method throws {@link MalformedJsonException} where the text is no JSON.
 */
final class JsonCursor implements AutoCloseable {
  /** The deepest nesting of objects and arrays that is read. */
  static final int MAX_DEPTH = 512;

  private static final Set<String> SPACES = Set.of("0020", "0009", "000a", "000d");

  static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final JsonParser parser;
  private final byte[] json;
  private final int base;
  private final int limit;

  /** A cursor whose parser counts from a base. */
  private JsonCursor(JsonParser parser, byte[] json, int base, int limit) {
    this.parser = parser;
    this.json = json;
    this.base = base;
    this.limit = limit;
  }

  /** A cursor at the first token of a text. */
  static JsonCursor of(byte[] json) {
    return of(json, 0, json.length);
  }

  /** A cursor at the first token of a part of a text; its offsets are those of the whole. */
  static JsonCursor of(byte[] json, int from, int to) {
    try {
      JsonCursor cursor = new JsonCursor(JSON.createParser(json, from, to - from), json, from, to);
      cursor.next();
      return cursor;
    } catch (IOException e) {
      throw wrong(e);
    }
  }

  /** Moves to the next token. */
  JsonToken next() {
    try {
      JsonToken token = parser.nextToken();
      if (token == null) {
        throw new MalformedJsonException("the text ends too early");
      }
      return token;
    } catch (IOException e) {
      throw wrong(e);
    }
  }

  /** Requires that nothing but white space follows. */
  void finish() {
    try {
      if (parser.nextToken() != null) {
        throw new MalformedJsonException("more than one value, at byte " + start());
      }
    } catch (IOException e) {
      throw wrong(e);
    }
  }

  /** Whether the cursor is at a token. */
  boolean at(JsonToken token) {
    return parser.hasToken(token);
  }

  /** Where the token begins. */
  int start() {
    return base + (int) parser.currentTokenLocation().getByteOffset();
  }

  /** The first byte after the token. A string is passed over without being decoded. */
  int end() {
    if (at(JsonToken.VALUE_STRING)) {
      return stringEnd(Integer.MAX_VALUE) + 1;
    }
    try {
      parser.finishToken();
      return base + (int) parser.currentLocation().getByteOffset();
    } catch (IOException e) {
      throw wrong(e);
    }
  }

  /** Moves from the first token of a value to its last. */
  void skip() {
    try {
      parser.skipChildren();
    } catch (IOException e) {
      throw wrong(e);
    }
  }

  /** Passes over a value and returns where it stands. */
  Range range() {
    int start = start();
    skip();
    return new Range(start, end());
  }

  /** Inside an object: moves to the next member's name; false at the object's end. */
  boolean nextName() {
    return next() == JsonToken.FIELD_NAME;
  }

  /** Inside an object: moves to the next member's value; false at the object's end. */
  boolean nextField() {
    if (!nextName()) {
      return false;
    }
    next();
    return true;
  }

  /** Inside an array: moves to the next element; false at the array's end. */
  boolean nextElement() {
    return next() != JsonToken.END_ARRAY;
  }

  /** The name of the member whose name or value the cursor is at. */
  String name() {
    try {
      String name = parser.currentName();
      return name == null ? "" : name;
    } catch (IOException e) {
      throw wrong(e);
    }
  }

  /** The text of the token. */
  String text() {
    try {
      return parser.getText();
    } catch (IOException e) {
      throw wrong(e);
    }
  }

  /**
   * The beginning of the string that the cursor is at: all of it, or at least so many characters.
   * What comes after is not decoded.
   */
  String beginning(int characters) {
    int end = stringEnd(characters);
    if (json[end] == '"') {
      return text();
    }
    byte[] cut = Arrays.copyOfRange(json, start(), end + 1);
    cut[cut.length - 1] = '"';
    try (JsonCursor part = of(cut)) {
      return part.text();
    }
  }

  /**
   * Where a string's closing quote is, or the byte that begins the character after so many, where
   * that comes first. An escape counts as one.
   */
  private int stringEnd(int characters) {
    int counted = 0;
    for (int at = start() + 1; at < limit; at++) {
      byte b = json[at];
      boolean begins = (b & 0xC0) != 0x80;
      if (b == '"' || (begins && counted == characters)) {
        return at;
      }
      counted += begins ? 1 : 0;
      if (b == '\\') {
        at += at + 1 < limit && json[at + 1] == 'u' ? 5 : 1;
      }
    }
    throw new MalformedJsonException("the text ends too early");
  }

  /** Whether the string that the cursor is at is empty or white space. */
  boolean blank() {
    int at = start() + 1;
    for (int length = spaceAt(at); length > 0; length = spaceAt(at)) {
      at += length;
    }
    return at >= limit || json[at] == '"';
  }

  /**
   * How many bytes the white space at a place takes, as it is or escaped; 0 where there is none.
   */
  private int spaceAt(int at) {
    if (at >= limit) {
      return 0;
    }
    if (json[at] != '\\' || at + 1 >= limit) {
      return json[at] == ' ' ? 1 : 0;
    }
    return switch (json[at + 1]) {
      case 'n', 'r', 't' -> 2;
      case 'u' -> isSpace(at + 2) ? 6 : 0;
      default -> 0;
    };
  }

  /** Whether the four digits at a place are white space's. */
  private boolean isSpace(int at) {
    return at + 4 <= limit
        && SPACES.contains(
            new String(json, at, 4, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT));
  }

  /** Passes over a value; its text where it is a string, else null. */
  @Nullable String string() {
    if (at(JsonToken.VALUE_STRING)) {
      return text();
    }
    skip();
    return null;
  }

  /** Passes over a value; its number, cut to an integer, where it is one that a long holds. */
  @Nullable Long number() {
    if (!at(JsonToken.VALUE_NUMBER_INT) && !at(JsonToken.VALUE_NUMBER_FLOAT)) {
      skip();
      return null;
    }
    try {
      return parser.getLongValue();
    } catch (JsonProcessingException e) {
      return null;
    } catch (IOException e) {
      throw wrong(e);
    }
  }

  /** Passes over a value; the string that a member of it is, or null. */
  @Nullable String stringMember(String name) {
    String value = null;
    if (enters(JsonToken.START_OBJECT)) {
      while (nextField()) {
        if (name().equals(name)) {
          value = string();
        } else {
          skip();
        }
      }
    }
    return value;
  }

  /** Passes over a value; the object that a member of it is goes to a reader. */
  void objectMember(String name, Consumer<JsonCursor> reader) {
    if (!enters(JsonToken.START_OBJECT)) {
      return;
    }
    while (nextField()) {
      if (name().equals(name) && at(JsonToken.START_OBJECT)) {
        reader.accept(this);
      } else {
        skip();
      }
    }
  }

  /** Whether the value is of a kind that nests; where not, it is passed over. */
  boolean enters(JsonToken kind) {
    if (at(kind)) {
      return true;
    }
    skip();
    return false;
  }

  @Override
  public void close() {
    try {
      parser.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a parser refused, in our words. */
  private static MalformedJsonException wrong(IOException e) {
    if (e instanceof JsonProcessingException json && json.getLocation() != null) {
      return new MalformedJsonException(
          json.getOriginalMessage() + " at byte " + json.getLocation().getByteOffset());
    }
    return new MalformedJsonException(String.valueOf(e.getMessage()));
  }
}

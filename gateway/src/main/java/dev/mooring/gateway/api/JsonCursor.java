package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import dev.mooring.affinity.Utf8Text;
import java.nio.charset.StandardCharsets;
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
  static final int MAX_DEPTH = JsonScanner.MAX_DEPTH;

  private static final Set<String> SPACES = Set.of("0020", "0009", "000a", "000d");

  /** Writes JSON of our own. */
  static final JsonFactory JSON = new JsonFactory();

  private final JsonScanner scanner;
  private final byte[] json;
  private final int limit;

  /** A cursor over a scanner that has not begun. */
  private JsonCursor(JsonScanner scanner, byte[] json, int limit) {
    this.scanner = scanner;
    this.json = json;
    this.limit = limit;
    next();
  }

  /** A cursor at the first token of a text. */
  static JsonCursor of(byte[] json) {
    return of(json, 0, json.length);
  }

  /** A cursor at the first token of a part of a text; its offsets are those of the whole. */
  static JsonCursor of(byte[] json, int from, int to) {
    int begin = startsWithMark(json, from, to) ? from + 3 : from;
    return new JsonCursor(new JsonScanner(json, begin, to, false, null, null), json, to);
  }

  /**
   * A cursor at the first token of a text that has to be UTF-8 to the letter, without halves of
   * surrogate pairs.
   *
   * @param noted takes the long strings
   */
  static JsonCursor strict(byte[] json, LongStrings noted) {
    JsonScanner scanner = new JsonScanner(json, 0, json.length, true, noted, null);
    return new JsonCursor(scanner, json, json.length);
  }

  /** A cursor over a part of a text that was read before, with the strings noted then. */
  static JsonCursor again(byte[] json, Range part, LongStrings known) {
    JsonScanner scanner =
        new JsonScanner(json, part.start(), part.end(), true, null, known.finder());
    return new JsonCursor(scanner, json, part.end());
  }

  /** Whether a text begins with a byte order mark. */
  static boolean startsWithMark(byte[] json, int from, int to) {
    return to - from >= 3
        && json[from] == (byte) 0xEF
        && json[from + 1] == (byte) 0xBB
        && json[from + 2] == (byte) 0xBF;
  }

  /** Moves to the next token. */
  JsonToken next() {
    return scanner.next();
  }

  /** Requires that nothing but white space follows. */
  void finish() {
    scanner.finish();
  }

  /** Whether the cursor is at a token. */
  boolean at(JsonToken token) {
    return scanner.token() == token;
  }

  /** Where the token begins. */
  int start() {
    return scanner.start();
  }

  /** The first byte after the token. */
  int end() {
    return scanner.end();
  }

  /** Moves from the first token of a value to its last. */
  void skip() {
    if (at(JsonToken.START_OBJECT) || at(JsonToken.START_ARRAY)) {
      scanner.skipNested();
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
    return scanner.nextField();
  }

  /** Inside an array: moves to the next element; false at the array's end. */
  boolean nextElement() {
    return scanner.nextElement();
  }

  /** The name of the member whose name or value's first token the cursor is at. */
  String name() {
    return JsonStrings.decode(json, scanner.nameStart(), scanner.nameEnd(), scanner.nameFlags());
  }

  /** The text of the token; a string's is decoded. */
  String text() {
    if (at(JsonToken.VALUE_STRING)) {
      return JsonStrings.decode(json, start() + 1, end() - 1, scanner.flags());
    }
    return at(JsonToken.FIELD_NAME)
        ? name()
        : new String(json, start(), end() - start(), StandardCharsets.ISO_8859_1);
  }

  /** The text of the string that the cursor is at, which has no half of a surrogate pair. */
  Utf8Text utf8() {
    return JsonStrings.utf8(json, start() + 1, end() - 1);
  }

  /** The beginning of that text: all of it, or at least so many code points. */
  Utf8Text utf8(int codePoints) {
    return JsonStrings.utf8(json, start() + 1, end() - 1, codePoints);
  }

  /** Whether the value that was passed over last has no white space and no unusual escapes. */
  boolean compact() {
    return scanner.compact();
  }

  /**
   * Passes over the array that the cursor is at, which is known to be JSON and to end at a place.
   */
  void skipTo(int arrayEnd) {
    scanner.jump(arrayEnd);
  }

  /** Moves from the beginning of an array that is known to be JSON to the end of an element. */
  void goTo(int elementEnd) {
    scanner.goTo(elementEnd);
  }

  /**
   * The beginning of the string that the cursor is at: all of it, or at least so many characters.
   * What comes after is not decoded.
   */
  String beginning(int characters) {
    int from = start() + 1;
    int to = end() - 1;
    int cut = to - from <= characters ? to : cut(from, to, characters);
    int halves = cut == to ? 0 : StringScanner.HALF;
    return JsonStrings.decode(json, from, cut, scanner.flags() | halves);
  }

  /** The place after so many characters of a string; an escape counts as one. */
  private int cut(int from, int to, int characters) {
    int counted = 0;
    for (int at = from; at < to; at++) {
      byte b = json[at];
      boolean begins = (b & 0xC0) != 0x80;
      if (begins && counted == characters) {
        return at;
      }
      counted += begins ? 1 : 0;
      if (b == '\\') {
        at += json[at + 1] == 'u' ? 5 : 1;
      }
    }
    return to;
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
    return NumberScanner.value(text(), at(JsonToken.VALUE_NUMBER_INT));
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
    scanner.close();
  }
}

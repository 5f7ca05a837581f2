package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a JSON text (RFC 8259) into its tokens, each known by its range of bytes. A string value is
 * passed over only when its end is asked for or the next token is; a value that is not looked at is
 * passed over in one go.
 */
final class JsonScanner {
  /** The deepest nesting of objects and arrays that is read. */
  static final int MAX_DEPTH = 512;

  /** The longest name of a member, in bytes: Jackson's bound. */
  private static final int LONGEST_NAME = 50_000;

  /** A text of so many bytes is worth a {@link StopWindow}. */
  private static final int LONG_TEXT = 8_192;

  private static final int UNKNOWN = -1;

  private final byte[] json;
  private final int limit;
  private final StringScanner strings;
  private final @Nullable LongStrings noted;
  private final LongStrings.@Nullable Finder known;
  private @Nullable JsonToken token;
  private int start;
  private int end;
  private int flags;
  private int nameStart;
  private int nameEnd;
  private int nameFlags;
  private int depth;
  private boolean spaced;
  private int unusual;

  /** For each open level whether it is an object, one bit a level. */
  private long[] objects = new long[1];

  /**
   * A scanner before the first token of a part of a text.
   *
   * @param strict as {@link StringScanner} has it
   * @param noted takes the long strings that are passed over, or null
   * @param known the long strings that were passed over before, or null
   */
  JsonScanner(
      byte[] json,
      int from,
      int limit,
      boolean strict,
      @Nullable LongStrings noted,
      LongStrings.@Nullable Finder known) {
    this.json = json;
    this.limit = limit;
    boolean windowed = known == null && limit - from >= LONG_TEXT;
    this.strings = new StringScanner(json, limit, strict, windowed);
    this.noted = noted;
    this.known = known;
    this.end = from;
  }

  /** Lets go of what only reading takes. */
  void close() {
    strings.close();
  }

  /** The token; null before the first. */
  @Nullable JsonToken token() {
    return token;
  }

  /** The token's first byte. */
  int start() {
    return start;
  }

  /** The first byte after the token. */
  int end() {
    return end == UNKNOWN ? stringEnd() : end;
  }

  /** What there is to decode in the string value, as {@link StringScanner} has it. */
  int flags() {
    end();
    return flags;
  }

  /** The first byte of the last name that was read, within its quotes. */
  int nameStart() {
    return nameStart;
  }

  /** The first byte after that name. */
  int nameEnd() {
    return nameEnd;
  }

  /** What there is to decode in it. */
  int nameFlags() {
    return nameFlags;
  }

  /** Whether the value that was passed over last has no white space and no unusual escapes. */
  boolean compact() {
    return !spaced && (unusual & StringScanner.UNUSUAL) == 0;
  }

  /** Moves to the next token. */
  JsonToken next() {
    JsonToken before = token;
    int at = space(end());
    if (before == null) {
      return value(at);
    }
    return switch (before) {
      case FIELD_NAME -> value(space(colon(at)));
      case START_OBJECT -> json[at] == '}' ? close(at) : name(at);
      case START_ARRAY -> json[at] == ']' ? close(at) : value(at);
      default -> afterValue(at);
    };
  }

  /** Inside an object: moves over the next name to its value; false at the object's end. */
  boolean nextField() {
    boolean first = token == JsonToken.START_OBJECT;
    int at = space(end());
    if (first ? json[at] == '}' : json[at] != ',') {
      close(at);
      return false;
    }
    int after = skipName(first ? at : space(at + 1));
    nameFlags = strings.flags();
    value(space(colon(space(after))));
    return true;
  }

  /** Inside an array: moves to the next element; false at the array's end. */
  boolean nextElement() {
    boolean first = token == JsonToken.START_ARRAY;
    int at = space(end());
    if (first ? json[at] == ']' : json[at] != ',') {
      close(at);
      return false;
    }
    value(first ? at : space(at + 1));
    return true;
  }

  /** Requires that nothing but white space follows the last token. */
  void finish() {
    int at = end();
    while (at < limit && isSpace(json[at])) {
      at++;
    }
    if (at < limit) {
      throw new MalformedJsonException("more than one value, at byte " + at);
    }
  }

  /** Moves from the first token of an object or array to its last. */
  void skipNested() {
    int outer = depth - 1;
    spaced = false;
    unusual = 0;
    boolean object = token == JsonToken.START_OBJECT;
    int at = space(end);
    if (json[at] == (object ? '}' : ']')) {
      close(at);
      return;
    }
    while (true) {
      if (object) {
        at = space(colon(space(skipName(at))));
      }
      byte first = json[at];
      if (first == '"') {
        at = noted(at, strings.end(at + 1));
        unusual |= strings.flags();
      } else if (first == '{' || first == '[') {
        open(first == '{');
        int inner = space(at + 1);
        if (json[inner] != (first == '{' ? '}' : ']')) {
          at = inner;
          object = first == '{';
          continue;
        }
        depth--;
        at = inner + 1;
      } else {
        at = ScalarScanner.end(json, at, limit);
      }
      at = space(at);
      while (json[at] != ',') {
        requireClose(object, at);
        depth--;
        if (depth == outer) {
          closed(at);
          return;
        }
        object = inObject();
        at = space(at + 1);
      }
      at = space(at + 1);
    }
  }

  /** Moves to the end of the array that begins here, known to be JSON and to end at a place. */
  void jump(int arrayEnd) {
    depth--;
    closed(arrayEnd - 1);
  }

  /** Moves to the end of an element of the array that begins here: an object, known to be JSON. */
  void goTo(int elementEnd) {
    closed(elementEnd - 1);
  }

  /** Reads what follows a value. */
  private JsonToken afterValue(int at) {
    if (depth == 0 || json[at] != ',') {
      return close(at);
    }
    int next = space(at + 1);
    return inObject() ? name(next) : value(next);
  }

  /** Reads the name that begins at a place. */
  private JsonToken name(int at) {
    int after = skipName(at);
    nameFlags = strings.flags();
    start = at;
    return stands(JsonToken.FIELD_NAME, after);
  }

  /** Passes over a name and notes where it is; the place after it. */
  private int skipName(int at) {
    if (json[at] != '"') {
      throw unexpected("a name", at);
    }
    int quote = strings.nameEnd(at + 1);
    if (quote - at > LONGEST_NAME) {
      throw new MalformedJsonException("a name that is too long, at byte " + at);
    }
    unusual |= strings.flags();
    nameStart = at + 1;
    nameEnd = quote;
    return quote + 1;
  }

  /** The place after a colon. */
  private int colon(int at) {
    if (json[at] != ':') {
      throw unexpected("a colon", at);
    }
    return at + 1;
  }

  /** Reads the first token of the value that begins at a place. */
  private JsonToken value(int at) {
    start = at;
    return switch (json[at]) {
      case '"' -> stands(JsonToken.VALUE_STRING, UNKNOWN);
      case '{' -> {
        open(true);
        yield stands(JsonToken.START_OBJECT, at + 1);
      }
      case '[' -> {
        open(false);
        yield stands(JsonToken.START_ARRAY, at + 1);
      }
      default -> {
        int after = ScalarScanner.end(json, at, limit);
        yield stands(ScalarScanner.kind(json, at, after), after);
      }
    };
  }

  /** Stands at a token. */
  private JsonToken stands(JsonToken kind, int after) {
    token = kind;
    end = after;
    return kind;
  }

  /** Passes over the string value that the scanner is at. */
  private int stringEnd() {
    if (known != null) {
      int found = known.end(start);
      if (found > 0) {
        flags = known.flags();
        end = found;
        return found;
      }
    }
    end = noted(start, strings.end(start + 1));
    flags = strings.flags();
    return end;
  }

  /** Notes a string value by its quotes where it is long; the place after it. */
  private int noted(int open, int close) {
    if (noted != null && close - open >= LongStrings.LONG) {
      noted.add(open, close + 1, strings.flags());
    }
    return close + 1;
  }

  /** Goes a level down. */
  private void open(boolean object) {
    if (depth == MAX_DEPTH) {
      throw new MalformedJsonException("nested more than " + MAX_DEPTH + " levels deep");
    }
    int word = depth >> 6;
    if (word == objects.length) {
      objects = Arrays.copyOf(objects, 2 * objects.length);
    }
    if (object) {
      objects[word] |= 1L << depth;
    } else {
      objects[word] &= ~(1L << depth);
    }
    depth++;
  }

  /** Whether the innermost level is an object. */
  private boolean inObject() {
    return (objects[(depth - 1) >> 6] >> (depth - 1) & 1) != 0;
  }

  /** Reads the end of the innermost level. */
  private JsonToken close(int at) {
    if (depth == 0) {
      throw new MalformedJsonException("more than one value, at byte " + at);
    }
    requireClose(inObject(), at);
    depth--;
    return closed(at);
  }

  /** Requires the end of a level. */
  private void requireClose(boolean object, int at) {
    if (json[at] != (object ? '}' : ']')) {
      throw unexpected(object ? "a comma or }" : "a comma or ]", at);
    }
  }

  /** Stands at a brace or bracket that closed a level. */
  private JsonToken closed(int at) {
    start = at;
    return stands(json[at] == '}' ? JsonToken.END_OBJECT : JsonToken.END_ARRAY, at + 1);
  }

  /** The first byte from a place on that is no white space. */
  private int space(int from) {
    if (from < limit && json[from] > ' ') {
      return from;
    }
    int at = from;
    while (at < limit && isSpace(json[at])) {
      at++;
    }
    if (at >= limit) {
      throw new MalformedJsonException("the text ends too early");
    }
    spaced |= at > from;
    return at;
  }

  private static boolean isSpace(byte b) {
    return b <= ' ' && (b == ' ' || b == '\n' || b == '\r' || b == '\t');
  }

  /** Says what does not stand where it should. */
  private MalformedJsonException unexpected(String what, int at) {
    return MalformedJsonException.unexpected(what, json[at], at);
  }
}

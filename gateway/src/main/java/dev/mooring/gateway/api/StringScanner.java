package dev.mooring.gateway.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Passes over JSON strings, eight bytes at a time where nothing is to be looked at. On the way it
 * checks that they hold no control character, only escapes of RFC 8259 and only UTF-8 (RFC 3629),
 * and notes what it takes to decode them.
 */
final class StringScanner {
  /** The string has characters beyond ASCII, as they are. */
  static final int WIDE = 1;

  /**
   * The string has escapes, or characters beyond 16 bits, that its canonical form has otherwise.
   */
  static final int UNUSUAL = 2;

  /** The string has an escape of a surrogate without its other half. */
  static final int HALF = 4;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long QUOTES = LOW_BITS * '"';
  private static final long BACKSLASHES = LOW_BITS * '\\';
  private static final long SPACES = LOW_BITS * ' ';
  private static final int SHORT_ESCAPE = 1;
  private static final int SLASH = 2;
  private static final byte[] ESCAPES = escapes();

  private final byte[] json;
  private final int limit;
  private final int lastWord;
  private @Nullable StopWindow window;
  private final boolean strict;
  private int flags;

  /**
   * A scanner of a part of a text.
   *
   * @param limit the first byte that is not read
   * @param strict whether halves of surrogate pairs are refused, escaped or not, and so is UTF-8
   *     longer than needed
   * @param windowed whether long strings are to be expected
   */
  StringScanner(byte[] json, int limit, boolean strict, boolean windowed) {
    this.json = json;
    this.limit = limit;
    this.lastWord = Math.min(limit - 1, json.length - Long.BYTES);
    this.window = windowed ? new StopWindow(json, limit) : null;
    this.strict = strict;
  }

  /** Lets go of what only reading takes. */
  void close() {
    window = null;
  }

  /** What was noted of the string that was passed over last: the flags above. */
  int flags() {
    return flags;
  }

  /**
   * Where the string's closing quote is.
   *
   * @param from the first byte after its opening quote
   */
  int end(int from) {
    StopWindow stops = window;
    return stops == null ? nameEnd(from) : end(from, stops);
  }

  /** The same in a long text. */
  private int end(int from, StopWindow stops) {
    flags = 0;
    int plain = from;
    int at = stops.next(from);
    while (at < limit) {
      if (at > plain && json[at - 1] == '\\') {
        at--;
      }
      if (json[at] == '"') {
        return at;
      }
      plain = rare(at);
      at = StopWindow.misjudgedAfter(json[plain - 1]) ? plain : stops.next(plain);
    }
    throw new MalformedJsonException("the text ends too early");
  }

  /** The same, for strings that are short. */
  int nameEnd(int from) {
    flags = 0;
    int at = from;
    while (at <= lastWord) {
      long stops = stops((long) WORDS.get(json, at));
      if (stops == 0) {
        at += Long.BYTES;
        continue;
      }
      at += Long.numberOfTrailingZeros(stops) >>> 3;
      if (at >= limit) {
        break;
      }
      if (json[at] == '"') {
        return at;
      }
      at = rare(at);
    }
    return tail(at);
  }

  /**
   * The high bit of the first byte that ends a run of plain ASCII: a quote, a backslash, a control
   * character or one beyond ASCII. Bits above that one mean nothing.
   */
  private static long stops(long word) {
    return (((word ^ QUOTES) - LOW_BITS)
            | ((word ^ BACKSLASHES) - LOW_BITS)
            | (word - SPACES)
            | word)
        & HIGH_BITS;
  }

  /** Goes on byte by byte, where no eight are left. */
  private int tail(int from) {
    int at = from;
    while (at < limit) {
      byte b = json[at];
      if (b == '"') {
        return at;
      }
      at = rare(at);
    }
    throw new MalformedJsonException("the text ends too early");
  }

  /** Passes over an escape, characters beyond ASCII, or a plain one; the place after. */
  private int rare(int at) {
    byte b = json[at];
    if (b == '\\') {
      return escape(at);
    }
    if (b >= ' ') {
      return at + 1;
    }
    if (b >= 0) {
      throw wrong(b == 0 ? "a NUL byte" : "a control character in a string", at);
    }
    flags |= WIDE;
    int end = at;
    do {
      end = sequence(end);
    } while (end < limit && json[end] < 0);
    return end;
  }

  /** Passes over an escape. */
  private int escape(int at) {
    if (at + 1 >= limit) {
      throw new MalformedJsonException("the text ends too early");
    }
    int kind = ESCAPES[json[at + 1] & 0xFF];
    if (kind == SHORT_ESCAPE) {
      return at + 2;
    }
    flags |= UNUSUAL;
    if (kind == SLASH) {
      return at + 2;
    }
    int unit = unit(json, at, limit);
    if (unit < 0) {
      throw wrong("not an escape", at);
    }
    return Character.isSurrogate((char) unit) ? surrogates(at, (char) unit) : at + 6;
  }

  /** Passes over the escapes of a surrogate pair. */
  private int surrogates(int at, char high) {
    int low = unit(json, at + 6, limit);
    if (Character.isHighSurrogate(high) && low >= 0 && Character.isLowSurrogate((char) low)) {
      return at + 12;
    }
    if (strict) {
      throw wrong("half of a surrogate pair", at);
    }
    flags |= HALF;
    return at + 6;
  }

  /** Where the first backslash from a place on is; the limit where there is none. */
  static int backslash(byte[] json, int from, int limit) {
    int at = from;
    while (at + Long.BYTES <= limit) {
      long word = (long) WORDS.get(json, at) ^ BACKSLASHES;
      long zeros = (word - LOW_BITS) & ~word & HIGH_BITS;
      if (zeros != 0) {
        return at + (Long.numberOfTrailingZeros(zeros) >>> 3);
      }
      at += Long.BYTES;
    }
    while (at < limit && json[at] != '\\') {
      at++;
    }
    return at;
  }

  /** The UTF-16 unit that an escape at a place stands for; negative where there is none. */
  static int unit(byte[] json, int at, int limit) {
    if (at + 6 > limit || json[at] != '\\' || json[at + 1] != 'u') {
      return -1;
    }
    int unit = 0;
    for (int i = at + 2; i < at + 6; i++) {
      int digit = json[i] < 0 ? -1 : Character.digit((char) json[i], 16);
      if (digit < 0) {
        return -1;
      }
      unit = unit << 4 | digit;
    }
    return unit;
  }

  /** Passes over a character of several bytes. */
  private int sequence(int at) {
    int first = json[at] & 0xFF;
    if (first >= 0xC2 && first <= 0xDF) {
      return continuation(at, 1, 0x80, 0xBF);
    }
    if (first >= 0xE0 && first <= 0xEF) {
      return continuation(at, 2, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF);
    }
    if (first >= 0xF0 && first <= 0xF4) {
      flags |= UNUSUAL;
      return continuation(at, 3, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF);
    }
    throw wrong("not UTF-8", at);
  }

  /** Checks the bytes after a first one; the place after them. */
  private int continuation(int at, int more, int lowest, int highest) {
    if (at + more >= limit) {
      throw wrong("not UTF-8", at);
    }
    int second = json[at + 1] & 0xFF;
    boolean right = strict ? second >= lowest && second <= highest : (second & 0xC0) == 0x80;
    for (int i = 2; i <= more; i++) {
      right &= (json[at + i] & 0xC0) == 0x80;
    }
    if (!right) {
      throw wrong("not UTF-8", at);
    }
    return at + more + 1;
  }

  /** Says what is wrong, and where. */
  private static MalformedJsonException wrong(String what, int at) {
    return new MalformedJsonException(what + " at byte " + at);
  }

  /** What may come after a backslash: a short escape, the slash, or neither. */
  private static byte[] escapes() {
    byte[] escapes = new byte[256];
    for (char c : new char[] {'"', '\\', 'b', 'f', 'n', 'r', 't'}) {
      escapes[c] = SHORT_ESCAPE;
    }
    escapes['/'] = SLASH;
    return escapes;
  }
}

package dev.mooring.gateway.api;

import dev.mooring.affinity.Utf8Text;
import java.nio.charset.StandardCharsets;

/** Decodes JSON strings that were passed over and found to be right. */
final class JsonStrings {
  private static final int BYTES_OF_CODE_POINT = 4;

  private JsonStrings() {}

  /**
   * The text of a string.
   *
   * @param from the first byte after its opening quote
   * @param to its closing quote, or where it is cut
   * @param flags what {@link StringScanner} noted of it
   */
  static String decode(byte[] json, int from, int to, int flags) {
    String known = KnownWords.find(json, from, to);
    if (known != null) {
      return known;
    }
    if ((flags & StringScanner.HALF) != 0) {
      return units(json, from, to);
    }
    if (StringScanner.backslash(json, from, to) == to) {
      boolean wide = (flags & StringScanner.WIDE) != 0;
      return new String(
          json, from, to - from, wide ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
    }
    Unescaper unescaper = new Unescaper(json, from, to);
    unescaper.all();
    return new String(unescaper.bytes(), 0, unescaper.length(), StandardCharsets.UTF_8);
  }

  /** The text of a string that has no half of a surrogate pair. */
  static Utf8Text utf8(byte[] json, int from, int to) {
    if (StringScanner.backslash(json, from, to) == to) {
      return new Utf8Text(json, from, to);
    }
    Unescaper unescaper = new Unescaper(json, from, to);
    unescaper.all();
    return new Utf8Text(unescaper.bytes(), 0, unescaper.length());
  }

  /** The beginning of that text: all of it, or at least so many code points. */
  static Utf8Text utf8(byte[] json, int from, int to, int codePoints) {
    int most = (int) Math.min(to, from + (long) codePoints * BYTES_OF_CODE_POINT);
    if (StringScanner.backslash(json, from, most) == most) {
      return new Utf8Text(json, from, most);
    }
    Unescaper unescaper = new Unescaper(json, from, to);
    Utf8Text text = Utf8Text.EMPTY;
    int decoded = 0;
    while (decoded <= codePoints && !unescaper.ended()) {
      unescaper.more(codePoints - decoded + 1);
      text = new Utf8Text(unescaper.bytes(), 0, unescaper.length());
      decoded = text.codePoints();
    }
    return text;
  }

  /** The text of a string with halves of surrogate pairs, which no UTF-8 has. */
  private static String units(byte[] json, int from, int to) {
    StringBuilder text = new StringBuilder(to - from);
    int plain = from;
    int at = from;
    while (at < to) {
      if (json[at] != '\\') {
        at++;
        continue;
      }
      text.append(new String(json, plain, at - plain, StandardCharsets.UTF_8));
      int unit = StringScanner.unit(json, at, to);
      text.append((char) (unit < 0 ? Unescaper.character(json[at + 1]) : unit));
      at += unit < 0 ? 2 : 6;
      plain = at;
    }
    return text.append(new String(json, plain, to - plain, StandardCharsets.UTF_8)).toString();
  }
}

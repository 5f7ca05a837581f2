package dev.mooring.gateway.api;

import org.jspecify.annotations.Nullable;

/** The grammar of JSON's numbers (RFC 8259, section 6). */
final class NumberScanner {
  /** The most digits of a number: Jackson's bound. */
  static final int MOST_DIGITS = 1_000;

  private NumberScanner() {}

  /**
   * The first byte after the number that begins at a place.
   *
   * @param limit the first byte that is not read
   */
  static int end(byte[] json, int from, int limit) {
    int digits = json[from] == '-' ? from + 1 : from;
    int at = digits(json, digits, limit);
    if (json[digits] == '0' && at > digits + 1) {
      throw wrong("a number with a leading zero", from);
    }
    int most = digits + MOST_DIGITS;
    if (at < limit && json[at] == '.') {
      at = digits(json, at + 1, limit);
      most++;
    }
    if (at < limit && (json[at] | 0x20) == 'e') {
      boolean signed = at + 1 < limit && (json[at + 1] == '+' || json[at + 1] == '-');
      at = digits(json, signed ? at + 2 : at + 1, limit);
      most += signed ? 2 : 1;
    }
    if (at > most) {
      throw wrong("a number of more than " + MOST_DIGITS + " digits", from);
    }
    return at;
  }

  /** Whether the number in a range is written without fraction and exponent. */
  static boolean isInteger(byte[] json, int from, int to) {
    for (int at = from; at < to; at++) {
      if (json[at] == '.' || (json[at] | 0x20) == 'e') {
        return false;
      }
    }
    return true;
  }

  /** A number cut to an integer; null where no long holds it. */
  static @Nullable Long value(String number, boolean integer) {
    if (integer) {
      try {
        return Long.valueOf(number);
      } catch (NumberFormatException e) {
        return null;
      }
    }
    double value = Double.parseDouble(number);
    return value < Long.MIN_VALUE || value > Long.MAX_VALUE ? null : (long) value;
  }

  /** The place after one digit or more. */
  private static int digits(byte[] json, int from, int limit) {
    int at = from;
    while (at < limit && json[at] >= '0' && json[at] <= '9') {
      at++;
    }
    if (at == from) {
      throw wrong("not a number", from);
    }
    return at;
  }

  private static MalformedJsonException wrong(String what, int at) {
    return new MalformedJsonException(what + " at byte " + at);
  }
}

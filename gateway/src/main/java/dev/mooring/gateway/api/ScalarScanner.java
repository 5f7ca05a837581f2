package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;

/** The values of JSON that are no strings and hold no others: numbers and literals. */
final class ScalarScanner {
  private ScalarScanner() {}

  /**
   * The first byte after the number or literal that begins at a place.
   *
   * @param limit the first byte that is not read
   */
  static int end(byte[] json, int at, int limit) {
    return switch (json[at]) {
      case 't' -> literal(json, at, limit, "true");
      case 'f' -> literal(json, at, limit, "false");
      case 'n' -> literal(json, at, limit, "null");
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' ->
          NumberScanner.end(json, at, limit);
      default -> throw MalformedJsonException.unexpected("a value", json[at], at);
    };
  }

  /** The kind of the number or literal in a range. */
  static JsonToken kind(byte[] json, int from, int to) {
    return switch (json[from]) {
      case 't' -> JsonToken.VALUE_TRUE;
      case 'f' -> JsonToken.VALUE_FALSE;
      case 'n' -> JsonToken.VALUE_NULL;
      default ->
          NumberScanner.isInteger(json, from, to)
              ? JsonToken.VALUE_NUMBER_INT
              : JsonToken.VALUE_NUMBER_FLOAT;
    };
  }

  /** The first byte after a literal. */
  private static int literal(byte[] json, int at, int limit, String literal) {
    int length = literal.length();
    if (at + length > limit) {
      throw new MalformedJsonException("the text ends too early");
    }
    for (int i = 1; i < length; i++) {
      if (json[at + i] != literal.charAt(i)) {
        throw MalformedJsonException.unexpected(literal, json[at], at);
      }
    }
    return at + length;
  }
}

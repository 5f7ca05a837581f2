package dev.mooring.gateway.api;

/** Bytes that are no JSON text of the kind expected; never leaves this package. */
final class MalformedJsonException extends RuntimeException {
  /** Says what is wrong, and where. */
  MalformedJsonException(String message) {
    super(message, null, false, false);
  }

  /** Says what does not stand where it should. */
  static MalformedJsonException unexpected(String expected, byte found, int at) {
    return new MalformedJsonException(
        found == 0 ? "a NUL byte at byte " + at : "expected " + expected + " at byte " + at);
  }

  /** What is wrong, and where. */
  String message() {
    return java.util.Objects.requireNonNull(getMessage());
  }
}

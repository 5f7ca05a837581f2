package dev.mooring.gateway.api;

/** Bytes that are no JSON text of the kind expected; never leaves this package. */
final class MalformedJsonException extends RuntimeException {
  /** Says what is wrong, and where. */
  MalformedJsonException(String message) {
    super(message, null, false, false);
  }

  /** What is wrong, and where. */
  String message() {
    return java.util.Objects.requireNonNull(getMessage());
  }
}

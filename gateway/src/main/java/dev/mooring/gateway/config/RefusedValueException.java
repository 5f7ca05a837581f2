package dev.mooring.gateway.config;

/** A value that its field cannot take; the message says what it is and what was expected. */
final class RefusedValueException extends Exception {
  private static final long serialVersionUID = 1L;

  RefusedValueException(String message) {
    super(message);
  }
}

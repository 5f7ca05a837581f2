package dev.mooring.gateway.api;

import org.jspecify.annotations.Nullable;

/** A request that the caller has to change: becomes a 400 that names the field. */
public final class InvalidRequestException extends RuntimeException {
  private final @Nullable String field;

  /**
   * @param field the path of the field at fault, for example {@code
   *     providerOptions.gateway.sessionId}; null where the body as a whole is
   * @param message what is wrong and what to do
   */
  public InvalidRequestException(@Nullable String field, String message) {
    super(message, null, false, false);
    this.field = field;
  }

  /** The path of the field at fault, or null. */
  public @Nullable String field() {
    return field;
  }

  /** What is wrong and what to do. */
  public String message() {
    return java.util.Objects.requireNonNull(getMessage());
  }
}

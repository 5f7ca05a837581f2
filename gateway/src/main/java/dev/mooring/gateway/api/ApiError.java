package dev.mooring.gateway.api;

import dev.mooring.gateway.config.Api;
import org.jspecify.annotations.Nullable;

/**
 * An error of ours, before it takes the shape of an API.
 *
 * @param status the HTTP status
 * @param type OpenAI's error type
 * @param field the field at fault, or null
 * @param code a machine-readable code, or null
 */
@SuppressWarnings("DoNotCallSuggester")
public record ApiError(
    int status, String type, String message, @Nullable String field, @Nullable String code) {

  /** 401. */
  public static ApiError unknownKey() {
    throw new UnsupportedOperationException();
  }

  /** 403. */
  public static ApiError notAllowed(String message) {
    throw new UnsupportedOperationException(message);
  }

  /** 404 with code {@code model_not_found}. */
  public static ApiError unknownModel(String model) {
    throw new UnsupportedOperationException(model);
  }

  /** 400. */
  public static ApiError invalid(InvalidRequestException cause) {
    throw new UnsupportedOperationException(cause);
  }

  /** 500: a fault of ours. */
  public static ApiError internal() {
    return new ApiError(
        500, "server_error", "The gateway met a fault of its own.", null, "internal_error");
  }

  /** 400 without an exception at hand. */
  public static ApiError invalid(@Nullable String field, String message) {
    throw new UnsupportedOperationException(field + message);
  }

  /** 413. */
  public static ApiError tooLarge(long maxBytes) {
    throw new UnsupportedOperationException("" + maxBytes);
  }

  /** 429. */
  public static ApiError rateLimited(String message) {
    throw new UnsupportedOperationException(message);
  }

  /** 503. */
  public static ApiError unavailable(String message) {
    throw new UnsupportedOperationException(message);
  }

  /** 502. */
  public static ApiError badGateway(String message) {
    throw new UnsupportedOperationException(message);
  }

  /** 504. */
  public static ApiError timeout(String message) {
    throw new UnsupportedOperationException(message);
  }

  /** 409 with code {@code continuity_lost}. */
  public static ApiError continuityLost(String message) {
    throw new UnsupportedOperationException(message);
  }

  /** 415. */
  public static ApiError unsupportedMediaType(String message) {
    throw new UnsupportedOperationException(message);
  }

  /** 405. */
  public static ApiError methodNotAllowed(String message) {
    throw new UnsupportedOperationException(message);
  }

  /** 404 of a route. */
  public static ApiError notFound(String message) {
    throw new UnsupportedOperationException(message);
  }

  /** The body of the error in the shape of an API; OpenAI's where the API is unknown. */
  public static byte[] body(
      @Nullable Api api, ApiError error, String requestId, byte @Nullable [] metadata) {
    throw new UnsupportedOperationException("" + api + error + requestId);
  }
}

package dev.mooring.gateway.api;

import org.jspecify.annotations.Nullable;

/**
 * The error types that the client of the AI SDK protocol knows; it takes any other for an internal
 * error (npm, {@code @ai-sdk/gateway} 4.0.146, {@code src/errors}).
 */
public final class AiSdkErrors {
  static final String MODEL_NOT_FOUND = "model_not_found";

  private AiSdkErrors() {}

  /**
   * The type of an error.
   *
   * @param status the HTTP status that it has, or stands for
   * @param code a word for programs, or null
   */
  public static String type(int status, @Nullable String code) {
    return switch (status) {
      case 401 -> "authentication_error";
      case 402, 403 -> "forbidden";
      case 404 -> MODEL_NOT_FOUND.equals(code) ? MODEL_NOT_FOUND : "not_found";
      case 409, 424 -> "failed_dependency";
      case 429 -> "rate_limit_exceeded";
      default -> status >= 500 ? "internal_server_error" : "invalid_request_error";
    };
  }
}

package dev.mooring.gateway.simulator;

import org.jspecify.annotations.Nullable;

/**
 * An error as a provider tells it.
 *
 * @param type the kind, in the provider's words
 * @param code OpenAI's code; null for none
 * @param param OpenAI's field at fault; null for none
 */
record ApiError(
    int status, String type, @Nullable String code, @Nullable String param, String message) {

  /** An error without code and field. */
  static ApiError plain(int status, String type, String message) {
    return new ApiError(status, type, null, null, message);
  }

  /** A fault of the caller's, as OpenAI and Anthropic tell it. */
  static ApiError invalid(@Nullable String code, @Nullable String param, String message) {
    return new ApiError(400, "invalid_request_error", code, param, message);
  }

  /** The same with other words; null for those there are. */
  ApiError with(@Nullable String newType, @Nullable String newCode, @Nullable String newMessage) {
    return new ApiError(
        status,
        newType == null ? type : newType,
        newCode == null ? code : newCode,
        param,
        newMessage == null ? message : newMessage);
  }
}

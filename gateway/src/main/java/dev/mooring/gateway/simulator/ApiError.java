package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * An error as a provider tells it.
 *
 * @param code OpenAI's code; null for none
 * @param param OpenAI's field at fault; null for none
 */
record ApiError(
    int status, String type, @Nullable String code, @Nullable String param, String message) {

  /** What usually goes with a status. */
  static ApiError of(SimulatedApi.Dialect dialect, int status) {
    return switch (dialect) {
      case OPENAI -> openAi(status);
      case ANTHROPIC -> anthropic(status);
    };
  }

  /** A fault of the caller's. */
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

  /** The body of an error answer. */
  ObjectNode body(SimulatedApi.Dialect dialect, String requestId) {
    return switch (dialect) {
      case OPENAI -> {
        ObjectNode body = Json.object();
        body.set("error", openAiDetail());
        yield body;
      }
      case ANTHROPIC -> {
        ObjectNode body = Json.object().put("type", "error");
        body.putObject("error").put("type", type).put("message", message);
        yield body.put("request_id", requestId);
      }
    };
  }

  /** OpenAI's error object. */
  ObjectNode openAiDetail() {
    return Json.object()
        .put("message", message)
        .put("type", type)
        .put("param", param)
        .put("code", code);
  }

  private static ApiError openAi(int status) {
    return switch (status) {
      case 400 -> invalid(null, null, "Invalid request.");
      case 401 ->
          new ApiError(
              401, "invalid_request_error", "invalid_api_key", null, "Incorrect API key provided.");
      case 402 ->
          new ApiError(402, "insufficient_quota", "insufficient_quota", null, "Quota exceeded.");
      case 403 ->
          new ApiError(
              403,
              "invalid_request_error",
              "unsupported_country_region_territory",
              null,
              "Country, region, or territory not supported");
      case 404 ->
          new ApiError(
              404, "invalid_request_error", "model_not_found", null, "The model does not exist.");
      case 413 -> new ApiError(413, "invalid_request_error", null, null, "Request body too large.");
      case 429 ->
          new ApiError(
              429, "requests", "rate_limit_exceeded", null, "Rate limit reached for requests.");
      case 503 ->
          new ApiError(
              503, "service_unavailable_error", null, null, "The engine is currently overloaded.");
      default ->
          new ApiError(
              status,
              status < 500 ? "invalid_request_error" : "server_error",
              status < 500 ? null : "server_error",
              null,
              "The server had an error while processing your request.");
    };
  }

  private static ApiError anthropic(int status) {
    return switch (status) {
      case 401 -> plain(401, "authentication_error", "invalid x-api-key");
      case 402 -> plain(402, "billing_error", "Your credit balance is too low.");
      case 403 -> plain(403, "permission_error", "Your API key does not have permission.");
      case 404 -> plain(404, "not_found_error", "model: not found");
      case 413 -> plain(413, "request_too_large", "Request exceeds the maximum size");
      case 429 -> plain(429, "rate_limit_error", "This request would exceed your rate limit.");
      case 504 -> plain(504, "timeout_error", "Request timed out.");
      case 529 -> plain(529, "overloaded_error", "Overloaded");
      default ->
          status < 500
              ? plain(status, "invalid_request_error", "Invalid request.")
              : plain(status, "api_error", "Internal server error");
    };
  }

  private static ApiError plain(int status, String type, String message) {
    return new ApiError(status, type, null, null, message);
  }
}

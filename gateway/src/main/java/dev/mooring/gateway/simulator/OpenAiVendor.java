package dev.mooring.gateway.simulator;

import static dev.mooring.gateway.simulator.ApiError.plain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** OpenAI. */
record OpenAiVendor() implements Vendor {

  @Override
  public ApiError error(int status) {
    return switch (status) {
      case 400 -> ApiError.invalid(null, null, "Invalid request.");
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
      case 413 -> plain(413, "invalid_request_error", "Request body too large.");
      case 429 ->
          new ApiError(
              429, "requests", "rate_limit_exceeded", null, "Rate limit reached for requests.");
      case 503 -> plain(503, "service_unavailable_error", "The engine is currently overloaded.");
      default ->
          new ApiError(
              status,
              status < 500 ? "invalid_request_error" : "server_error",
              status < 500 ? null : "server_error",
              null,
              "The server had an error while processing your request.");
    };
  }

  @Override
  public ApiError missing(String field) {
    return ApiError.invalid(
        "missing_required_parameter", field, "Missing required parameter: '" + field + "'.");
  }

  @Override
  public ObjectNode body(ApiError error, String requestId) {
    return body(error);
  }

  @Override
  public Map<String, String> headers(
      String contentType, String requestId, @Nullable SimulatedCredential credential) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", contentType);
    headers.put("x-request-id", requestId);
    headers.put("openai-version", "2020-10-01");
    headers.put("openai-processing-ms", "1");
    if (credential != null) {
      headers.put("openai-organization", "org-" + credential.key().cacheScope());
      putLimits(headers, credential);
      headers.put("x-ratelimit-reset-requests", "1s");
    }
    return headers;
  }

  /** The error in its envelope. */
  static ObjectNode body(ApiError error) {
    ObjectNode body = Json.object();
    body.putObject("error")
        .put("message", error.message())
        .put("type", error.type())
        .put("param", error.param())
        .put("code", error.code());
    return body;
  }

  /** Puts the account's request limit and what is left of it. */
  static void putLimits(Map<String, String> headers, SimulatedCredential credential) {
    headers.put("x-ratelimit-limit-requests", Integer.toString(credential.limitOrDefault()));
    headers.put("x-ratelimit-remaining-requests", Integer.toString(credential.remainingRequests()));
  }
}

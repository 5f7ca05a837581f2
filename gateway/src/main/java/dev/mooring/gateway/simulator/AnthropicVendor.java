package dev.mooring.gateway.simulator;

import static dev.mooring.gateway.simulator.ApiError.plain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpServerRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Anthropic, on Azure's Foundry too. */
record AnthropicVendor() implements Vendor {

  @Override
  public Presented presented(HttpServerRequest request) {
    return Presented.key(request, "x-api-key", "api-key");
  }

  @Override
  public ApiError error(int status) {
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

  @Override
  public int streamErrorStatus() {
    return 529;
  }

  @Override
  public ObjectNode body(ApiError error, String requestId) {
    ObjectNode body = Json.object().put("type", "error");
    body.putObject("error").put("type", error.type()).put("message", error.message());
    return body.put("request_id", requestId);
  }

  @Override
  public Map<String, String> headers(
      String contentType, String requestId, @Nullable SimulatedCredential credential) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", contentType);
    headers.put("request-id", requestId);
    if (credential != null) {
      headers.put("anthropic-organization-id", "org-" + credential.key().cacheScope());
      headers.put(
          "anthropic-ratelimit-requests-limit", Integer.toString(credential.limitOrDefault()));
      headers.put(
          "anthropic-ratelimit-requests-remaining",
          Integer.toString(credential.remainingRequests()));
    }
    return headers;
  }
}

package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpServerRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Azure's OpenAI service: OpenAI's errors, but for those of its own front door. */
record AzureVendor() implements Vendor {

  @Override
  public Presented presented(HttpServerRequest request) {
    return Presented.key(request, "api-key");
  }

  @Override
  public ApiError error(int status) {
    return switch (status) {
      case 401 ->
          own(
              401,
              "401",
              "Access denied due to invalid subscription key or wrong API endpoint. Make sure to"
                  + " provide a valid key for an active subscription.");
      case 404 ->
          own(404, "DeploymentNotFound", "The API deployment for this resource does not exist.");
      case 429 -> own(429, "RateLimitReached", "Your requests have exceeded the call rate limit.");
      default -> new OpenAiVendor().error(status);
    };
  }

  @Override
  public ApiError unknownModel(String model) {
    return error(404);
  }

  @Override
  public ApiError missing(String field) {
    return new OpenAiVendor().missing(field);
  }

  @Override
  public ObjectNode body(ApiError error, String requestId) {
    if (!error.type().isEmpty()) {
      return OpenAiVendor.body(error);
    }
    ObjectNode body = Json.object();
    body.putObject("error").put("code", error.code()).put("message", error.message());
    return body;
  }

  @Override
  public Map<String, String> headers(
      String contentType, String requestId, @Nullable SimulatedCredential credential) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", contentType);
    headers.put("apim-request-id", requestId);
    headers.put("x-request-id", requestId);
    headers.put("x-ms-region", "Simulated");
    if (credential != null) {
      OpenAiVendor.putLimits(headers, credential);
    }
    return headers;
  }

  /** An error of the front door: a code and no type. */
  private static ApiError own(int status, String code, String message) {
    return new ApiError(status, "", code, null, message);
  }
}

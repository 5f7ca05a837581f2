package dev.mooring.gateway.simulator;

import static dev.mooring.gateway.simulator.ApiError.plain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpServerRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Google: the Gemini API and Vertex.
 *
 * @param inArray whether an error is the one element of an array, as where a stream would be one
 */
record GoogleVendor(boolean inArray) implements Vendor {

  @Override
  public Presented presented(HttpServerRequest request) {
    String key = request.getParam("key");
    return key == null ? Presented.key(request, "x-goog-api-key") : new Presented.Secret(key);
  }

  @Override
  public ApiError error(int status) {
    return switch (status) {
      case 400 -> plain(400, "INVALID_ARGUMENT", "Request contains an invalid argument.");
      case 401 ->
          plain(
              401,
              "UNAUTHENTICATED",
              "Request had invalid authentication credentials. Expected OAuth 2 access token or"
                  + " other valid authentication credential.");
      case 403 -> plain(403, "PERMISSION_DENIED", "The caller does not have permission");
      case 404 -> plain(404, "NOT_FOUND", "Requested entity was not found.");
      case 429 ->
          plain(
              429,
              "RESOURCE_EXHAUSTED",
              "You exceeded your current quota, please check your plan and billing details.");
      case 503 -> plain(503, "UNAVAILABLE", "The model is overloaded. Please try again later.");
      case 504 -> plain(504, "DEADLINE_EXCEEDED", "Deadline expired before operation completed.");
      default ->
          status < 500
              ? plain(status, "FAILED_PRECONDITION", "Precondition check failed.")
              : plain(status, "INTERNAL", "An internal error has occurred.");
    };
  }

  @Override
  public ApiError unknownModel(String model) {
    return error(404)
        .with(
            null,
            null,
            "models/"
                + model
                + " is not found for API version v1beta, or is not supported for"
                + " generateContent.");
  }

  @Override
  public int streamErrorStatus() {
    return 503;
  }

  @Override
  public JsonNode body(ApiError error, String requestId) {
    return inArray ? Json.array().add(body(error)) : body(error);
  }

  @Override
  public Map<String, String> headers(
      String contentType, String requestId, @Nullable SimulatedCredential credential) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", contentType);
    headers.put("vary", "Origin, X-Origin, Referer");
    headers.put("server-timing", "gfet4t7; dur=1");
    return headers;
  }

  /** The error in its envelope. */
  static ObjectNode body(ApiError error) {
    ObjectNode body = Json.object();
    body.putObject("error")
        .put("code", error.status())
        .put("message", error.message())
        .put("status", error.type());
    return body;
  }
}

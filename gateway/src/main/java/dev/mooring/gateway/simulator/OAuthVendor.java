package dev.mooring.gateway.simulator;

import static dev.mooring.gateway.simulator.ApiError.plain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The token endpoints, which tell errors as RFC 6749 section 5.2 says. */
record OAuthVendor() implements Vendor {

  @Override
  public ApiError error(int status) {
    return switch (status) {
      case 400 -> plain(400, "invalid_grant", "Invalid JWT Signature.");
      case 401 -> plain(401, "invalid_client", "The client credentials are not valid.");
      case 403 -> plain(403, "access_denied", "Account restricted.");
      case 429, 503 -> plain(status, "temporarily_unavailable", "Try again later.");
      default ->
          status < 500
              ? plain(status, "invalid_request", "The request is not valid.")
              : plain(status, "server_error", "Internal error.");
    };
  }

  @Override
  public ObjectNode body(ApiError error, String requestId) {
    return Json.object().put("error", error.type()).put("error_description", error.message());
  }

  @Override
  public Map<String, String> headers(
      String contentType, String requestId, @Nullable SimulatedCredential credential) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", contentType);
    headers.put("cache-control", "no-store");
    return headers;
  }
}

package dev.mooring.gateway.simulator;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a request is refused.
 *
 * @param vendor whose words it is told in
 * @param credential null where the key was not recognised
 */
record Refusal(Vendor vendor, String requestId, @Nullable SimulatedCredential credential) {

  /** The refusal with an error of the vendor's shape and these further headers. */
  List<Step> of(ApiError error, Map<String, String> more) {
    Map<String, String> headers = headers(error, more);
    byte[] body = Json.bytes(vendor.body(error, requestId));
    return Script.plain(Outline.json(error.status(), headers, body, Duration.ZERO));
  }

  /** The refusal with this very body. */
  List<Step> of(ApiError error, Map<String, String> more, byte[] body, Duration latency) {
    return Script.plain(Outline.json(error.status(), headers(error, more), body, latency));
  }

  private Map<String, String> headers(ApiError error, Map<String, String> more) {
    Map<String, String> headers = vendor.headers("application/json", requestId, credential);
    headers.putAll(vendor.errorHeaders(error));
    headers.putAll(more);
    return headers;
  }
}

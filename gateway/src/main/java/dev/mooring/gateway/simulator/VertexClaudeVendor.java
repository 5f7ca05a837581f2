package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Claude on Vertex: what the model says in Anthropic's words, what the cloud says in Google's. */
record VertexClaudeVendor() implements Vendor {

  @Override
  public Presented presented(HttpServerRequest request) {
    return Presented.key(request);
  }

  @Override
  public ApiError error(int status) {
    return ofModel(status)
        ? new AnthropicVendor().error(status)
        : new GoogleVendor(false).error(status);
  }

  @Override
  public ApiError unknownModel(String model) {
    return error(404)
        .with(
            null,
            null,
            "Publisher Model `publishers/anthropic/models/"
                + model
                + "` was not found or your project does not have access to it.");
  }

  @Override
  public int streamErrorStatus() {
    return 529;
  }

  @Override
  public ObjectNode body(ApiError error, String requestId) {
    return ofModel(error.status())
        ? new AnthropicVendor().body(error, "req_vrtx_" + requestId)
        : GoogleVendor.body(error);
  }

  @Override
  public Map<String, String> headers(
      String contentType, String requestId, @Nullable SimulatedCredential credential) {
    Map<String, String> headers =
        new GoogleVendor(false).headers(contentType, requestId, credential);
    headers.put("request-id", "req_vrtx_" + requestId);
    return headers;
  }

  private static boolean ofModel(int status) {
    return status == 400 || status == 413 || status == 529;
  }
}

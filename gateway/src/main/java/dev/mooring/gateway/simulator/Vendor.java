package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whose service it is: where it takes keys, what it puts on answers, how it tells errors. */
sealed interface Vendor
    permits OpenAiVendor,
        AzureVendor,
        AnthropicVendor,
        GoogleVendor,
        VertexClaudeVendor,
        AwsVendor,
        OAuthVendor {

  /** What a request shows to be let in. */
  default Presented presented(HttpServerRequest request) {
    return Presented.key(request, "x-api-key");
  }

  /** What usually goes with a status. */
  ApiError error(int status);

  /** The body of an error answer. */
  JsonNode body(ApiError error, String requestId);

  /**
   * The headers of an answer.
   *
   * @param credential null where the key was not recognised
   */
  Map<String, String> headers(
      String contentType, String requestId, @Nullable SimulatedCredential credential);

  /** The headers that an error answer has besides. */
  default Map<String, String> errorHeaders(ApiError error) {
    return Map.of();
  }

  /** The refusal of a key. */
  default ApiError denied(Denial denial) {
    return error(401);
  }

  /** The refusal of a model that does not exist. */
  default ApiError unknownModel(String model) {
    return error(404).with(null, null, "The model `" + model + "` does not exist");
  }

  /** The refusal of a request, in these words. */
  default ApiError invalid(String message) {
    return error(400).with(null, null, message);
  }

  /** The refusal of a body that lacks a field. */
  default ApiError missing(String field) {
    return invalid(field + ": Field required");
  }

  /** The status whose error ends a stream. */
  default int streamErrorStatus() {
    return 500;
  }

  /** Why a request is not let in. */
  enum Denial {
    MISSING,
    UNKNOWN,
    WRONG_SIGNATURE
  }
}

package dev.mooring.gateway.http;

import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.config.Api;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import org.jspecify.annotations.Nullable;

/** Answers of the gateway's own, each with the request's id. */
final class Replies {
  static final String JSON = "application/json";

  private Replies() {}

  /**
   * Sends an error.
   *
   * @param api in whose shape; null gives OpenAI's
   */
  static void refuse(HttpServerRequest request, String id, @Nullable Api api, ApiError error) {
    if (error.lasts() && !request.response().headWritten()) {
      request.response().putHeader(ApiError.SHOULD_RETRY, "false");
    }
    send(request.response(), id, error.status(), ApiError.body(api, error, id, null));
  }

  /** Sends JSON, unless the caller is gone or was answered. */
  static void send(HttpServerResponse response, String id, int status, byte[] body) {
    if (response.closed() || response.ended()) {
      return;
    }
    identified(response, id)
        .setStatusCode(status)
        .putHeader(HttpHeaders.CONTENT_TYPE, JSON)
        .end(Buffer.buffer(body));
  }

  /** The answer with the request's id in its head, where each API's clients look for it. */
  static HttpServerResponse identified(HttpServerResponse response, String id) {
    return response
        .putHeader("x-mooring-request-id", id)
        .putHeader("x-request-id", id)
        .putHeader("request-id", id);
  }
}

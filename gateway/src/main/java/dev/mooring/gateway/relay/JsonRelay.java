package dev.mooring.gateway.relay;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;

/** Collects an answer that is no stream: it counts only when it is complete. */
final class JsonRelay {
  private final Attempt attempt;
  private final HttpClientResponse response;
  private final Listener listener;
  private final Buffer collected = Buffer.buffer();

  /** Hears how the answer went; called once. */
  interface Listener {
    /** The whole body is there. */
    void complete(HttpClientResponse response, byte[] body);

    /** It broke off, or was too slow. */
    void broken(Failure failure);
  }

  JsonRelay(Attempt attempt, HttpClientResponse response, Listener listener) {
    this.attempt = attempt;
    this.response = response;
    this.listener = listener;
  }

  /** Begins to collect. */
  void start() {
    long patience = attempt.timeouts().idle().toMillis();
    attempt.expect(
        attempt.timeouts().idle(),
        () -> fail(Failure.timeout("the answer stopped for " + patience + " ms")));
    response.handler(
        piece -> {
          attempt.heard();
          collected.appendBuffer(piece);
        });
    response.exceptionHandler(
        unused -> fail(Failure.broken("the provider closed the connection within its answer")));
    response.endHandler(
        unused -> {
          if (!attempt.over()) {
            attempt.answerEnded();
            listener.complete(response, collected.getBytes());
          }
        });
  }

  private void fail(Failure failure) {
    if (!attempt.over()) {
      attempt.cancel();
      listener.broken(failure);
    }
  }
}

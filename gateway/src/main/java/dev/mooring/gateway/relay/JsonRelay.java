package dev.mooring.gateway.relay;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import java.util.function.Consumer;

/** Collects an answer that is no stream: it counts only when it is complete. */
final class JsonRelay {
  private static final int MAX_BYTES = 64 << 20;

  private final Attempt attempt;
  private final HttpClientResponse response;
  private final Consumer<byte[]> onComplete;
  private final Consumer<Failure> onBroken;
  private final Buffer collected = Buffer.buffer();

  /**
   * @param onComplete hears of the whole body
   * @param onBroken hears that it broke off or was too slow; one of the two is called, once
   */
  JsonRelay(
      Attempt attempt,
      HttpClientResponse response,
      Consumer<byte[]> onComplete,
      Consumer<Failure> onBroken) {
    this.attempt = attempt;
    this.response = response;
    this.onComplete = onComplete;
    this.onBroken = onBroken;
  }

  /** Begins to collect. */
  void start() {
    long patience = attempt.timeouts().idle().toMillis();
    attempt.expect(
        attempt.timeouts().idle(),
        () -> fail(attempt.tooSlow("the answer stopped for " + patience + " ms")));
    response.handler(
        piece -> {
          if (attempt.over()) {
            return;
          }
          attempt.heard();
          if (collected.length() + piece.length() > MAX_BYTES) {
            fail(Failure.broken("the provider's answer is too large"));
            return;
          }
          collected.appendBuffer(piece);
        });
    response.exceptionHandler(
        unused -> fail(Failure.broken("the provider closed the connection within its answer")));
    response.endHandler(
        unused -> {
          if (!attempt.over()) {
            attempt.answerEnded();
            onComplete.accept(collected.getBytes());
          }
        });
  }

  private void fail(Failure failure) {
    if (!attempt.over()) {
      attempt.cancel();
      onBroken.accept(failure);
    }
  }
}

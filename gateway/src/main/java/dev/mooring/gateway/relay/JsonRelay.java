package dev.mooring.gateway.relay;

import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import java.util.function.Consumer;

/** Collects an answer that is no stream: it counts only when it is complete. */
final class JsonRelay {
  private static final int MAX_BYTES = 64 << 20;
  private static final int HINT_BYTES = 1024;

  private final Attempt attempt;
  private final HttpClientResponse response;
  private final Consumer<byte[]> onComplete;
  private final Consumer<Failure> onBroken;
  private final Bytes collected;

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
    this.collected = new Bytes(expected(response));
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
          try {
            collected.add(piece);
          } catch (OutOfMemoryError e) {
            fail(noMemory());
          }
        });
    response.exceptionHandler(
        unused -> fail(Failure.broken("the provider closed the connection within its answer")));
    response.endHandler(
        unused -> {
          if (!attempt.over()) {
            end();
          }
        });
  }

  private void end() {
    byte[] body;
    try {
      body = collected.array();
    } catch (OutOfMemoryError e) {
      fail(noMemory());
      return;
    }
    attempt.answerEnded();
    onComplete.accept(body);
  }

  private static Failure noMemory() {
    return Failure.broken("the provider's answer does not fit into memory");
  }

  /** The length that the answer announces, as far as it may be believed. */
  private static int expected(HttpClientResponse response) {
    String length = response.getHeader(HttpHeaders.CONTENT_LENGTH);
    try {
      return length == null
          ? HINT_BYTES
          : Math.max(0, Math.min(MAX_BYTES, Integer.parseInt(length)));
    } catch (NumberFormatException e) {
      return HINT_BYTES;
    }
  }

  private void fail(Failure failure) {
    if (!attempt.over()) {
      attempt.cancel();
      onBroken.accept(failure);
    }
  }
}

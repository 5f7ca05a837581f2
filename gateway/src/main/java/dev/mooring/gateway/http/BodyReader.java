package dev.mooring.gateway.http;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;

/**
 * Collects a request's body up to a limit. What comes past the limit is read and dropped, so that
 * the answer reaches a caller who is still sending; with one who goes on and on, the reading ends.
 */
final class BodyReader {
  /** How much is dropped before the body is given up. */
  private static final long PATIENCE_BYTES = 64L << 20;

  private static final int HINT_BYTES = 4096;
  private static final long MAX_HINT_BYTES = 1 << 20;

  /** The limit where nothing is kept, since the request is refused already. */
  static final long NOTHING = 0;

  private final Vertx vertx;
  private final HttpServerRequest request;
  private final long maxBytes;
  private final long silenceMillis;
  private final Promise<Buffer> promise = Promise.promise();
  private Buffer collected;
  private long received;
  private long timer;

  private BodyReader(Vertx vertx, HttpServerRequest request, long maxBytes, Duration silence) {
    this.vertx = vertx;
    this.request = request;
    this.maxBytes = maxBytes;
    this.silenceMillis = silence.toMillis();
    this.collected = Buffer.buffer(hint());
  }

  /** The body is longer than allowed. */
  static final class TooLargeException extends RuntimeException {
    TooLargeException() {
      super("the body is too large", null, false, false);
    }
  }

  /** The caller paused too long within the body. */
  static final class SilentException extends RuntimeException {
    SilentException() {
      super("the body does not go on", null, false, false);
    }
  }

  /** The body ended too early, or its chunks are none. */
  static final class BrokenBodyException extends RuntimeException {
    BrokenBodyException(Throwable cause) {
      super("the body is broken", cause, false, false);
    }
  }

  /**
   * Reads a body; must be called before the request's handler returns. A caller who asks before
   * sending (RFC 9110, section 10.1.1) is told to go on, or at once that the body is not wanted.
   *
   * @param maxBytes the longest body that is kept; {@link #NOTHING} drops all of it
   * @param silence how long the caller may pause, in whole milliseconds
   */
  static Future<Buffer> read(
      Vertx vertx, HttpServerRequest request, long maxBytes, Duration silence) {
    BodyReader reader = new BodyReader(vertx, request, maxBytes, silence);
    if (HttpHeaders.CONTINUE.toString().equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
      if (maxBytes == NOTHING || reader.declared() > maxBytes) {
        return Future.failedFuture(new TooLargeException());
      }
      request.response().writeContinue();
    }
    request.handler(reader::piece);
    request.endHandler(unused -> reader.end());
    request.exceptionHandler(cause -> reader.fail(new BrokenBodyException(cause)));
    reader.listen();
    return reader.promise.future();
  }

  /** Waits for the next piece, for so long. */
  private void listen() {
    timer = vertx.setTimer(silenceMillis, unused -> fail(new SilentException()));
  }

  private void fail(RuntimeException failure) {
    vertx.cancelTimer(timer);
    promise.tryFail(failure);
  }

  private void piece(Buffer piece) {
    received += piece.length();
    vertx.cancelTimer(timer);
    if (promise.future().isComplete()) {
      return;
    }
    listen();
    if (received <= maxBytes) {
      collected.appendBuffer(piece);
      return;
    }
    collected = Buffer.buffer();
    if (received > maxBytes + PATIENCE_BYTES) {
      fail(new TooLargeException());
    }
  }

  private void end() {
    vertx.cancelTimer(timer);
    if (received > maxBytes) {
      promise.tryFail(new TooLargeException());
    } else {
      promise.tryComplete(collected);
    }
  }

  /** The length that the request announces; -1 where it announces none. */
  private long declared() {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    try {
      return length == null ? -1 : Long.parseLong(length);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private int hint() {
    long declared = declared();
    return declared < 0 ? HINT_BYTES : (int) Math.min(declared, Math.min(maxBytes, MAX_HINT_BYTES));
  }
}

package dev.mooring.gateway.http;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/**
 * Collects a request's body up to a limit. What comes past the limit is read and dropped, so that
 * the answer reaches a caller who is still sending; a caller who goes on and on is cut off.
 */
final class BodyReader {
  /** How much is dropped before the connection is closed. */
  private static final long PATIENCE_BYTES = 64L << 20;

  private static final long CLOSE_DELAY_MILLIS = 1_000;

  private final Vertx vertx;
  private final HttpServerRequest request;
  private final long maxBytes;
  private final Promise<Buffer> promise = Promise.promise();
  private Buffer collected;
  private long received;
  private boolean over;

  private BodyReader(Vertx vertx, HttpServerRequest request, long maxBytes) {
    this.vertx = vertx;
    this.request = request;
    this.maxBytes = maxBytes;
    this.collected = Buffer.buffer(hint(request, maxBytes));
  }

  /** The body is longer than allowed. */
  static final class TooLargeException extends RuntimeException {
    TooLargeException() {
      super("the body is too large", null, false, false);
    }
  }

  /** Reads a body; must be called before the request's handler returns. */
  static Future<Buffer> read(Vertx vertx, HttpServerRequest request, long maxBytes) {
    BodyReader reader = new BodyReader(vertx, request, maxBytes);
    request.handler(reader::piece);
    request.endHandler(unused -> reader.end());
    request.exceptionHandler(reader.promise::tryFail);
    return reader.promise.future();
  }

  private void piece(Buffer piece) {
    received += piece.length();
    if (received <= maxBytes) {
      collected.appendBuffer(piece);
      return;
    }
    collected = Buffer.buffer();
    if (!over && received > maxBytes + PATIENCE_BYTES) {
      over = true;
      promise.tryFail(new TooLargeException());
      vertx.setTimer(CLOSE_DELAY_MILLIS, unused -> request.connection().close());
    }
  }

  private void end() {
    if (received > maxBytes) {
      promise.tryFail(new TooLargeException());
    } else {
      promise.tryComplete(collected);
    }
  }

  private static int hint(HttpServerRequest request, long maxBytes) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length == null) {
      return 4096;
    }
    try {
      return (int) Math.max(0, Math.min(Long.parseLong(length), Math.min(maxBytes, 1 << 20)));
    } catch (NumberFormatException e) {
      return 4096;
    }
  }
}

package dev.mooring.gateway.http;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/**
 * Collects a request's body up to a limit. What comes past the limit is read and dropped, so that
 * the answer reaches a caller who is still sending; with one who goes on and on, the reading ends.
 */
final class BodyReader {
  /** How much is dropped before the body is given up. */
  private static final long PATIENCE_BYTES = 64L << 20;

  private static final int HINT_BYTES = 4096;
  private static final long MAX_HINT_BYTES = 1 << 20;

  private final HttpServerRequest request;
  private final long maxBytes;
  private final Promise<Buffer> promise = Promise.promise();
  private Buffer collected;
  private long received;

  private BodyReader(HttpServerRequest request, long maxBytes) {
    this.request = request;
    this.maxBytes = maxBytes;
    this.collected = Buffer.buffer(hint());
  }

  /** The body is longer than allowed. */
  static final class TooLargeException extends RuntimeException {
    TooLargeException() {
      super("the body is too large", null, false, false);
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
   * sending (RFC 9110, section 10.1.1) is told to go on, or at once that the body is too large.
   */
  static Future<Buffer> read(HttpServerRequest request, long maxBytes) {
    BodyReader reader = new BodyReader(request, maxBytes);
    if (HttpHeaders.CONTINUE.toString().equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
      if (reader.declared() > maxBytes) {
        return Future.failedFuture(new TooLargeException());
      }
      request.response().writeContinue();
    }
    request.handler(reader::piece);
    request.endHandler(unused -> reader.end());
    request.exceptionHandler(cause -> reader.promise.tryFail(new BrokenBodyException(cause)));
    return reader.promise.future();
  }

  private void piece(Buffer piece) {
    received += piece.length();
    if (received <= maxBytes) {
      collected.appendBuffer(piece);
      return;
    }
    collected = Buffer.buffer();
    if (received > maxBytes + PATIENCE_BYTES) {
      promise.tryFail(new TooLargeException());
    }
  }

  private void end() {
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

package dev.mooring.gateway.http;

import dev.mooring.gateway.relay.Bytes;
import dev.mooring.gateway.relay.Deadlines;
import dev.mooring.gateway.relay.HeldBodies;
import dev.mooring.gateway.relay.LazyTimer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Collects a request's body up to a limit. What comes past the limit is read and dropped, so that
 * the answer reaches a caller who is still sending; with one who goes on and on, the reading ends.
 */
final class BodyReader {
  /** How much is dropped before the body is given up. */
  private static final long PATIENCE_BYTES = 64L << 20;

  private static final int HINT_BYTES = 4096;

  /** The limit where nothing is kept, since the request is refused already. */
  static final long NOTHING = 0;

  private final HttpServerRequest request;
  private final HeldBodies.Share held;
  private final long maxBytes;
  private Promise<byte[]> promise = Promise.promise();
  private final LazyTimer timer;
  private Bytes collected;
  private long received;
  private @Nullable RuntimeException refusal;

  private BodyReader(
      Deadlines deadlines, HttpServerRequest request, HeldBodies.Share held, long maxBytes) {
    this.request = request;
    this.held = held;
    this.maxBytes = maxBytes;
    this.timer = new LazyTimer(deadlines);
    this.collected = new Bytes(hint());
  }

  /** The body is longer than allowed. */
  static final class TooLargeException extends RuntimeException {
    TooLargeException() {
      super("the body is too large", null, false, false);
    }
  }

  /** The bodies of the running requests take all the memory that they may. */
  static final class NoMemoryException extends RuntimeException {
    NoMemoryException() {
      super("too many bodies are held", null, false, false);
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
   * @param held what the body takes of the memory
   * @param maxBytes the longest body that is kept; {@link #NOTHING} drops all of it
   * @param silence how long the caller may pause, in whole milliseconds
   */
  static Future<byte[]> read(
      Deadlines deadlines,
      HttpServerRequest request,
      HeldBodies.Share held,
      long maxBytes,
      Duration silence) {
    BodyReader reader = new BodyReader(deadlines, request, held, maxBytes);
    if (HttpHeaders.CONTINUE.toString().equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
      if (maxBytes == NOTHING || reader.declared() > maxBytes) {
        return Future.failedFuture(new TooLargeException());
      }
      request.response().writeContinue();
    }
    request.handler(reader::piece);
    request.endHandler(unused -> reader.end());
    request.exceptionHandler(cause -> reader.fail(new BrokenBodyException(cause)));
    reader.timer.start(silence.toMillis(), () -> reader.fail(new SilentException()));
    return reader.promise.future();
  }

  private void fail(RuntimeException failure) {
    timer.stop();
    promise.tryFail(failure);
  }

  private void piece(Buffer piece) {
    received += piece.length();
    timer.putOff();
    if (promise.future().isComplete()) {
      return;
    }
    if (refusal == null) {
      refusal = received > maxBytes ? new TooLargeException() : added(piece);
    }
    if (refusal != null) {
      collected = new Bytes(0);
      held.takes(0);
      if (received > maxBytes + PATIENCE_BYTES) {
        fail(refusal);
      }
    }
  }

  /** Adds a piece; why it cannot be, or null. */
  private @Nullable RuntimeException added(Buffer piece) {
    if (!held.takes(collected.capacityWith(piece))) {
      return new NoMemoryException();
    }
    try {
      collected.add(piece);
      return null;
    } catch (OutOfMemoryError e) {
      return new NoMemoryException();
    }
  }

  private void end() {
    timer.stop();
    if (refusal != null) {
      promise.tryFail(refusal);
      return;
    }
    Promise<byte[]> whole = promise;
    try {
      byte[] body = collected.array();
      held.takes(body.length);
      // The request, which lives as long as its answer, holds this reader, but not the body.
      promise = Promise.promise();
      collected = new Bytes(0);
      whole.tryComplete(body);
    } catch (OutOfMemoryError e) {
      whole.tryFail(new NoMemoryException());
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
    return declared < 0 ? HINT_BYTES : (int) Math.min(declared, maxBytes);
  }
}

package dev.mooring.gateway.relay;

import io.vertx.core.Vertx;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A time-out that is put off often and fires seldom: putting it off is a write to a field, and the
 * underlying timer looks again when it fires too early. Used on one event loop.
 */
final class LazyTimer {
  private final Vertx vertx;
  private final Waits waits;
  private @Nullable Runnable callOff;
  private long dueNanos;
  private long lengthNanos;
  private @Nullable Runnable action;

  /** A time-out in real time. */
  LazyTimer(Vertx vertx) {
    this(vertx, Waits.REAL);
  }

  /** A time-out in the time of these waits. */
  LazyTimer(Vertx vertx, Waits waits) {
    this.vertx = vertx;
    this.waits = waits;
  }

  /** Starts anew: {@code action} runs once, {@code millis} after the last {@link #putOff}. */
  void start(long millis, Runnable onDue) {
    stop();
    action = onDue;
    lengthNanos = millis * 1_000_000;
    putOff();
    arm(Math.max(1, millis));
  }

  /** Begins the wait again. */
  void putOff() {
    dueNanos = waits.nanoTime() + lengthNanos;
  }

  /** Makes sure that the action does not run any more. */
  void stop() {
    action = null;
    if (callOff != null) {
      callOff.run();
      callOff = null;
    }
  }

  private void arm(long millis) {
    callOff = waits.timeout(vertx, Duration.ofMillis(millis), this::fired);
  }

  private void fired() {
    callOff = null;
    Runnable due = action;
    if (due == null) {
      return;
    }
    long left = dueNanos - waits.nanoTime();
    if (left > 0) {
      arm(left / 1_000_000 + 1);
      return;
    }
    action = null;
    due.run();
  }
}

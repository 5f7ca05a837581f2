package dev.mooring.gateway.relay;

import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;

/**
 * A time-out that is put off often and fires seldom: putting it off is a write to a field, and the
 * underlying timer looks again when it fires too early. Used on one event loop.
 */
final class LazyTimer {
  private final Vertx vertx;
  private long timer = -1;
  private long dueNanos;
  private long lengthNanos;
  private @Nullable Runnable action;

  LazyTimer(Vertx vertx) {
    this.vertx = vertx;
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
    dueNanos = System.nanoTime() + lengthNanos;
  }

  /** Makes sure that the action does not run any more. */
  void stop() {
    action = null;
    if (timer >= 0) {
      vertx.cancelTimer(timer);
      timer = -1;
    }
  }

  private void arm(long millis) {
    timer = vertx.setTimer(millis, unused -> fired());
  }

  private void fired() {
    timer = -1;
    Runnable due = action;
    if (due == null) {
      return;
    }
    long left = dueNanos - System.nanoTime();
    if (left > 0) {
      arm(left / 1_000_000 + 1);
      return;
    }
    action = null;
    due.run();
  }
}

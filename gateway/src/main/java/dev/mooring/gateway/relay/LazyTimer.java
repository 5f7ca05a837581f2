package dev.mooring.gateway.relay;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A time-out that is put off often and fires seldom: putting it off is a write to a field, and the
 * deadline looks again when it comes too early. Used on one event loop.
 */
public final class LazyTimer extends TimingWheel.Deadline {
  private final Deadlines deadlines;
  private long dueNanos;
  private long lengthNanos;
  private @Nullable Runnable action;

  /** A timer that does not run. */
  public LazyTimer(Deadlines deadlines) {
    this.deadlines = deadlines;
  }

  /** Starts anew: {@code action} runs once, {@code millis} after the last {@link #putOff}. */
  public void start(long millis, Runnable onDue) {
    action = onDue;
    lengthNanos = TimeUnit.MILLISECONDS.toNanos(Math.max(1, millis));
    deadlines.callOff(this);
    putOff();
    deadlines.set(this, dueNanos);
  }

  /** Begins the wait again. */
  public void putOff() {
    dueNanos = deadlines.nanoTime() + lengthNanos;
  }

  /** Makes sure that the action does not run any more. */
  public void stop() {
    action = null;
    deadlines.callOff(this);
  }

  @Override
  void due() {
    Runnable now = action;
    if (now == null) {
      return;
    }
    if (dueNanos - deadlines.nanoTime() > 0) {
      deadlines.set(this, dueNanos);
      return;
    }
    action = null;
    now.run();
  }
}

package dev.mooring.gateway.relay;

import io.vertx.core.Vertx;
import java.time.Duration;

/** How time passes for which a request waits: really, or by a clock of one's own. */
@FunctionalInterface
public interface Waits {
  /** Real time. */
  Waits REAL =
      (vertx, delay, then) -> {
        long timer = vertx.setTimer(Math.max(1, delay.toMillis()), due -> then.run());
        return () -> vertx.cancelTimer(timer);
      };

  /**
   * Runs an action once, on the caller's event loop, after a delay.
   *
   * @return calls it off
   */
  Runnable after(Vertx vertx, Duration delay, Runnable then);

  /**
   * The same where nothing but the time-out of a wait for somebody else is to happen then.
   *
   * @return calls it off
   */
  default Runnable timeout(Vertx vertx, Duration length, Runnable then) {
    return after(vertx, length, then);
  }

  /** The time by which time-outs are counted, in nanoseconds since some beginning. */
  default long nanoTime() {
    return System.nanoTime();
  }
}

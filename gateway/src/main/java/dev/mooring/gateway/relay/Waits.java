package dev.mooring.gateway.relay;

import io.vertx.core.Vertx;
import java.time.Duration;

/** How the time before a retry passes: really, or by a clock of one's own. */
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
}

package dev.mooring.gateway.simulator;

import io.vertx.core.Vertx;
import java.time.Duration;

/** How the time passes for which a simulated provider says nothing. */
@FunctionalInterface
public interface Pauses {
  /** Real time. */
  Pauses REAL =
      (vertx, length, then) -> {
        long timer = vertx.setTimer(length.toMillis(), due -> then.run());
        return () -> vertx.cancelTimer(timer);
      };

  /**
   * Runs what follows once, on the caller's event loop, after a pause of at least a millisecond.
   *
   * @return calls it off, for a client that is gone; nothing happens where the pause is over
   */
  Runnable pause(Vertx vertx, Duration length, Runnable then);
}

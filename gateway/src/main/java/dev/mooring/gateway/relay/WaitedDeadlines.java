package dev.mooring.gateway.relay;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.Map;

/** Deadlines in a time that leaps from one event to the next: each is an event of its own. */
final class WaitedDeadlines implements Deadlines {
  private final Vertx vertx;
  private final Waits waits;

  /** Call a timer off. */
  private final Map<LazyTimer, Runnable> set = new IdentityHashMap<>();

  WaitedDeadlines(Vertx vertx, Waits waits) {
    this.vertx = vertx;
    this.waits = waits;
  }

  @Override
  public long nanoTime() {
    return waits.nanoTime();
  }

  @Override
  public void set(LazyTimer timer, long nanoTime) {
    Duration left = Duration.ofNanos(Math.max(1, nanoTime - waits.nanoTime()));
    Runnable due =
        () -> {
          set.remove(timer);
          timer.due();
        };
    set.put(timer, waits.timeout(vertx, left, due));
  }

  @Override
  public void callOff(LazyTimer timer) {
    Runnable callOff = set.remove(timer);
    if (callOff != null) {
      callOff.run();
    }
  }
}

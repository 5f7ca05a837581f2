package dev.mooring.gateway.relay;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.IdentityHashMap;

/** Deadlines in a time that leaps from one event to the next: each is an event of its own. */
final class WaitedDeadlines implements Deadlines {
  private final Vertx vertx;
  private final Waits waits;

  private final IdentityHashMap<LazyTimer, Wait> set = new IdentityHashMap<>();
  private long count;

  /** One wait for a timer. */
  private record Wait(long number, Runnable callOff) {}

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
    long number = ++count;
    Runnable callOff = waits.timeout(vertx, left, () -> due(timer, number));
    set.put(timer, new Wait(number, callOff));
  }

  @Override
  public void callOff(LazyTimer timer) {
    Wait wait = set.remove(timer);
    if (wait != null) {
      wait.callOff().run();
    }
  }

  /** A wait is over, unless the timer was called off, or set anew, while it was on its way. */
  private void due(LazyTimer timer, long number) {
    Wait wait = set.get(timer);
    if (wait != null && wait.number() == number) {
      set.remove(timer);
      timer.due();
    }
  }
}

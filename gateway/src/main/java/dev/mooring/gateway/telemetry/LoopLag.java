package dev.mooring.gateway.telemetry;

import io.micrometer.core.instrument.Timer;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Measures, four times a second, how late an event loop runs a task that is due. */
final class LoopLag implements AutoCloseable {
  /** The time between two measurements, in nanoseconds. */
  static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private final EventExecutor loop;
  private final LongSupplier nanoTime;
  private final Timer lag;
  private volatile boolean closed;
  private volatile @Nullable ScheduledFuture<?> next;

  private LoopLag(EventExecutor loop, LongSupplier nanoTime, Timer lag) {
    this.loop = loop;
    this.nanoTime = nanoTime;
    this.lag = lag;
  }

  /**
   * Begins to measure.
   *
   * @param nanoTime the clock, in nanoseconds
   */
  static LoopLag measure(EventExecutor loop, LongSupplier nanoTime, Timer lag) {
    LoopLag measured = new LoopLag(loop, nanoTime, lag);
    measured.schedule();
    return measured;
  }

  @Override
  public void close() {
    closed = true;
    ScheduledFuture<?> pending = next;
    if (pending != null) {
      pending.cancel(false);
    }
  }

  private void schedule() {
    if (!closed && !loop.isShuttingDown()) {
      long due = nanoTime.getAsLong() + PERIOD_NANOS;
      next = loop.schedule(() -> due(due), PERIOD_NANOS, TimeUnit.NANOSECONDS);
    }
  }

  private void due(long since) {
    lag.record(Math.max(0, nanoTime.getAsLong() - since), TimeUnit.NANOSECONDS);
    schedule();
  }
}

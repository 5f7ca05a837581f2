package dev.mooring.store.redis;

import io.netty.channel.EventLoopGroup;
import io.netty.util.Timeout;
import io.netty.util.Timer;
import io.netty.util.TimerTask;
import java.time.Duration;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lettuce's timer, on event loops: without a thread of its own, and made for many timeouts of one
 * length, nearly all of which are cancelled. Those stand in one line, the first to end in front,
 * and are looked at when the first that was not cancelled is due.
 *
 * <p>What is due waits until the loop has read what has arrived. A loop that was busy for longer
 * than the timeout would otherwise give up calls whose answers lie in its sockets: it runs what is
 * due before it reads.
 */
final class LoopTimer implements Timer {
  private static final Logger log = LoggerFactory.getLogger(LoopTimer.class);

  /** The pause between two looks; it bounds by how much a call may outlast its timeout. */
  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** Long enough for a loop to come round once: what is scheduled runs after the next reading. */
  private static final long ONE_ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** What stands for the task of a timeout that was cancelled. */
  private static final TimerTask CANCELLED = unused -> {};

  /** What stands for the task of a timeout that has run. */
  private static final TimerTask EXPIRED = unused -> {};

  private final EventLoopGroup loops;
  private final long usualNanos;
  private final Queue<Pending> line = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean watched = new AtomicBoolean();

  /**
   * @param usual the length of most timeouts
   */
  LoopTimer(EventLoopGroup loops, Duration usual) {
    this.loops = loops;
    this.usualNanos = usual.toNanos();
  }

  @Override
  public Timeout newTimeout(TimerTask task, long delay, TimeUnit unit) {
    long nanos = unit.toNanos(delay);
    Pending pending = new Pending(task, System.nanoTime() + nanos);
    if (nanos == usualNanos) {
      line.add(pending);
      watch(usualNanos);
    } else {
      later(() -> afterReading(pending), nanos);
    }
    return pending;
  }

  /** Nothing is held that would have to be stopped: what waits on the loops still runs. */
  @Override
  public Set<Timeout> stop() {
    return Set.of();
  }

  private void watch(long nanos) {
    if (!watched.get() && watched.compareAndSet(false, true)) {
      later(this::look, nanos);
    }
  }

  private void look() {
    long now = System.nanoTime();
    for (Pending first = line.peek(); first != null; first = line.peek()) {
      long left = first.deadline - now;
      if (left > 0 && !first.isCancelled()) {
        later(this::look, Math.max(STEP_NANOS, left));
        return;
      }
      line.remove();
      afterReading(first);
    }
    watched.set(false);
    if (!line.isEmpty()) {
      watch(STEP_NANOS);
    }
  }

  private void afterReading(Pending due) {
    if (!due.isCancelled()) {
      later(due::expire, ONE_ROUND_NANOS);
    }
  }

  private void later(Runnable task, long nanos) {
    try {
      Future<?> unused = loops.schedule(task, nanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      log.debug("The event loops are shutting down", e);
    }
  }

  /** One timeout; once it has ended, either way, it holds on to nothing. */
  private final class Pending implements Timeout {
    private final AtomicReference<TimerTask> task;
    private final long deadline;

    Pending(TimerTask task, long deadline) {
      this.task = new AtomicReference<>(task);
      this.deadline = deadline;
    }

    @Override
    public Timer timer() {
      return LoopTimer.this;
    }

    @Override
    public TimerTask task() {
      return Objects.requireNonNull(task.get());
    }

    @Override
    public boolean isExpired() {
      return task.get() == EXPIRED;
    }

    @Override
    public boolean isCancelled() {
      return task.get() == CANCELLED;
    }

    @Override
    public boolean cancel() {
      return endedBy(CANCELLED) != null;
    }

    private void expire() {
      TimerTask due = endedBy(EXPIRED);
      if (due == null) {
        return;
      }
      try {
        due.run(this);
      } catch (Exception e) {
        log.warn("A task of Lettuce's failed", e);
      }
    }

    /** The task, where it had not ended before; else null. */
    private @Nullable TimerTask endedBy(TimerTask end) {
      TimerTask waiting = task.get();
      boolean ended = waiting == CANCELLED || waiting == EXPIRED;
      return !ended && task.compareAndSet(waiting, end) ? waiting : null;
    }
  }
}

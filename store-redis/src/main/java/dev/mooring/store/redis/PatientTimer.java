package dev.mooring.store.redis;

import io.netty.channel.EventLoopGroup;
import io.netty.util.Timeout;
import io.netty.util.Timer;
import io.netty.util.TimerTask;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A timer whose event loop reads what has arrived before it takes a call for unanswered. A loop
 * that was busy for longer than the timeout would otherwise give up calls whose answers lie in its
 * sockets: it runs what is due before it reads.
 */
record PatientTimer(Timer timer, EventLoopGroup loops) implements Timer {
  private static final Logger log = LoggerFactory.getLogger(PatientTimer.class);

  /** Long enough for a loop to come round once: what is scheduled runs after the next reading. */
  private static final long ONE_ROUND_MILLIS = 1;

  @Override
  public Timeout newTimeout(TimerTask task, long delay, TimeUnit unit) {
    return timer.newTimeout(due -> afterReading(task, due), delay, unit);
  }

  private void afterReading(TimerTask task, Timeout due) {
    try {
      Future<?> unused =
          loops.schedule(() -> run(task, due), ONE_ROUND_MILLIS, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      log.debug("The event loops are shutting down", e);
    }
  }

  private static void run(TimerTask task, Timeout due) {
    try {
      task.run(due);
    } catch (Exception e) {
      log.warn("A task of Lettuce's failed", e);
    }
  }

  @Override
  public Set<Timeout> stop() {
    return timer.stop();
  }
}

package dev.mooring.store.redis;

import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs things later on event loops. */
record LoopLater(EventLoopGroup loops) implements Later {
  private static final Logger log = LoggerFactory.getLogger(LoopLater.class);

  @Override
  public void run(Duration delay, Runnable task) {
    if (loops.isShuttingDown()) {
      return;
    }
    try {
      Future<?> unused = loops.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      log.debug("The event loops are shutting down", e);
    }
  }
}

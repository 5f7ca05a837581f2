package dev.mooring.gateway.bench.load;

import io.netty.channel.EventLoopGroup;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Sends paced loads and takes the times of the answers, all on one event loop. */
final class PacedClient implements AutoCloseable {
  private final EventLoopGroup group = Transport.loop();

  /** Runs a load to its end. */
  Latencies run(PacedLoad load) {
    PacedRun run = new PacedRun(group.next(), load);
    try {
      return run.start().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    Future<?> unused = group.shutdownGracefully();
  }
}

package dev.mooring.store.redis;

import io.lettuce.core.resource.EventLoopGroupProvider;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.concurrent.TimeUnit;

/** Gives Lettuce event loops that belong to somebody else, and never shuts them down. */
final class SharedEventLoops implements EventLoopGroupProvider {
  private final EventLoopGroup group;

  SharedEventLoops(EventLoopGroup group) {
    this.group = group;
  }

  /** The one group, whichever kind of transport is asked for: its owner chose the transport. */
  @Override
  public <T extends EventLoopGroup> T allocate(Class<T> type) {
    @SuppressWarnings("unchecked") // Lettuce uses it as an EventLoopGroup only.
    T shared = (T) group;
    return shared;
  }

  @Override
  public int threadPoolSize() {
    return 1;
  }

  @Override
  public Future<Boolean> release(
      EventExecutorGroup eventLoopGroup, long quietPeriod, long timeout, TimeUnit unit) {
    return ImmediateEventExecutor.INSTANCE.newSucceededFuture(true);
  }

  @Override
  public Future<Boolean> shutdown(long quietPeriod, long timeout, TimeUnit timeUnit) {
    return ImmediateEventExecutor.INSTANCE.newSucceededFuture(true);
  }
}

package dev.mooring.store.redis;

import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

/**
 * Sends the reads of one turn of an event loop together, at the end of the turn, and what is
 * written while answers are read when all are read. Every other write is sent at once, and takes
 * along what waits: a pin has to be on its way before the answer's last byte is.
 */
final class FlushPerTurn implements NettyCustomizer {
  @Override
  public void afterChannelInitialized(Channel channel) {
    Flushes flushes = new Flushes();
    channel.pipeline().addFirst(flushes).addLast(new Urgency(flushes));
  }

  /** Sees the commands before they are bytes. */
  private static final class Urgency extends ChannelOutboundHandlerAdapter {
    private final Flushes flushes;

    Urgency(Flushes flushes) {
      this.flushes = flushes;
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
      boolean patient =
          message instanceof RedisCommand<?, ?, ?> command
              && command.getArgs() instanceof EncodedArgs args
              && args.patient();
      flushes.urgent |= !patient;
      ChannelFuture unused = context.write(message, promise);
    }
  }

  /** Decides when to send. */
  private static final class Flushes extends ChannelDuplexHandler {
    /** Whether something waits that must not wait for the end of the turn. */
    private boolean urgent;

    private boolean reading;
    private boolean waiting;
    private boolean scheduled;

    @Override
    public void flush(ChannelHandlerContext context) {
      waiting = true;
      if (reading) {
        return;
      }
      if (urgent) {
        send(context);
      } else if (!scheduled) {
        scheduled = true;
        context.executor().execute(() -> endOfTurn(context));
      }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      reading = true;
      context.fireChannelRead(message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      reading = false;
      sendWaiting(context);
      context.fireChannelReadComplete();
    }

    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) {
      sendWaiting(context);
      ChannelFuture unused = context.close(promise);
    }

    private void endOfTurn(ChannelHandlerContext context) {
      scheduled = false;
      sendWaiting(context);
    }

    private void sendWaiting(ChannelHandlerContext context) {
      if (waiting) {
        send(context);
      }
    }

    private void send(ChannelHandlerContext context) {
      urgent = false;
      waiting = false;
      context.flush();
    }
  }
}

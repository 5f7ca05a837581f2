package dev.mooring.gateway.store;

import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;

/**
 * Lettuce's choice of a transport, which has to be that of the event loops it is given: it picks
 * epoll, io_uring or NIO by itself, once a process, unless it is told.
 */
final class LettuceTransport {
  private LettuceTransport() {}

  /** Tells Lettuce the transport of an event loop; to be called before Lettuce is loaded. */
  static void follow(EventLoop loop) {
    boolean nio = isType(loop, NioIoHandler.class);
    boolean epoll = !nio && isType(loop, EpollIoHandler.class);
    System.setProperty("io.lettuce.core.epoll", Boolean.toString(epoll));
    System.setProperty("io.lettuce.core.iouring", Boolean.toString(!nio && !epoll));
    System.setProperty("io.lettuce.core.kqueue", Boolean.toString(!nio && !epoll));
  }

  private static boolean isType(
      EventLoop loop, Class<? extends io.netty.channel.IoHandler> handler) {
    return loop instanceof IoEventLoopGroup group && group.isIoType(handler);
  }
}

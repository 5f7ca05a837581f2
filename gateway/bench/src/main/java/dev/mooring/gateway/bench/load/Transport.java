package dev.mooring.gateway.bench.load;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

/** One event loop with the sockets that are fastest here. */
final class Transport {
  private static final boolean NATIVE = Epoll.isAvailable();

  private Transport() {}

  /** A single event loop. */
  static EventLoopGroup loop() {
    IoHandlerFactory factory = NATIVE ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    return new MultiThreadIoEventLoopGroup(1, factory);
  }

  /** Its outgoing connections. */
  static Class<? extends SocketChannel> client() {
    return NATIVE ? EpollSocketChannel.class : NioSocketChannel.class;
  }

  /** Its listeners. */
  static Class<? extends ServerChannel> server() {
    return NATIVE ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
  }
}

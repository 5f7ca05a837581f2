package dev.mooring.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Lettuce takes the transport of the event loops that it is given. */
class LettuceTransportTest {
  private final Properties before = (Properties) System.getProperties().clone();

  @AfterEach
  void restore() {
    System.setProperties(before);
  }

  @Test
  void onNioLoopsNoNativeTransportIsTaken() {
    follow(new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory()));
    assertThat(System.getProperty("io.lettuce.core.epoll")).isEqualTo("false");
    assertThat(System.getProperty("io.lettuce.core.iouring")).isEqualTo("false");
  }

  @Test
  void onEpollLoopsEpollIsTaken() {
    Assumptions.assumeTrue(Epoll.isAvailable());
    follow(new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory()));
    assertThat(System.getProperty("io.lettuce.core.epoll")).isEqualTo("true");
    assertThat(System.getProperty("io.lettuce.core.iouring")).isEqualTo("false");
  }

  private static void follow(EventLoopGroup group) {
    try {
      LettuceTransport.follow(group.next());
    } finally {
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }
}

package dev.mooring.store.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SocketOptions.KeepAliveOptions;
import io.lettuce.core.SocketOptions.TcpUserTimeoutOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.EpollProvider;
import io.netty.channel.EventLoopGroup;
import io.netty.util.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How Lettuce is set up, so that a Redis that is slow or away costs little: commands are refused
 * while there is no connection, bounded in number and time, never sent twice, and connections come
 * back by themselves.
 */
final class LettuceOptions {
  /** The most commands in flight on one connection; more are refused. */
  private static final int REQUEST_QUEUE = 16_384;

  /** How long opening a connection may take, its handshake included. */
  static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

  /** How long a connection may leave everything unanswered before it is opened anew. */
  static final Duration SILENCE = Duration.ofMillis(1_500);

  private static final Duration RECONNECT_FIRST = Duration.ofMillis(20);
  private static final Duration RECONNECT_LONGEST = Duration.ofMillis(500);
  private static final Duration CLUSTER_REFRESH = Duration.ofSeconds(10);
  private static final Duration CLUSTER_TRIGGER = Duration.ofMillis(250);

  private LettuceOptions() {}

  /** Resources that run on the caller's event loops. */
  static ClientResources resources(EventLoopGroup loops, Timer timer) {
    return ClientResources.builder()
        .eventLoopGroupProvider(new SharedEventLoops(loops))
        .eventExecutorGroup(loops)
        .timer(timer)
        .reconnectDelay(
            () ->
                Delay.equalJitter(
                    RECONNECT_FIRST,
                    RECONNECT_LONGEST,
                    RECONNECT_FIRST.toMillis(),
                    TimeUnit.MILLISECONDS))
        .nettyCustomizer(new FlushPerTurn())
        .build();
  }

  /** Options of a standalone or Sentinel client; {@code tcp} is false for a Unix socket. */
  static ClientOptions client(Duration timeout, RedisTls tls, boolean tcp) {
    return apply(ClientOptions.builder(), timeout, tls, tcp).build();
  }

  /** Options of a cluster client. */
  static ClusterClientOptions cluster(Duration timeout, RedisTls tls) {
    ClusterClientOptions.Builder builder = ClusterClientOptions.builder();
    apply(builder, timeout, tls, true);
    return builder
        .topologyRefreshOptions(
            ClusterTopologyRefreshOptions.builder()
                .adaptiveRefreshTriggersTimeout(CLUSTER_TRIGGER)
                .enablePeriodicRefresh(CLUSTER_REFRESH)
                .build())
        .validateClusterNodeMembership(false)
        .build();
  }

  private static ClientOptions.Builder apply(
      ClientOptions.Builder builder, Duration timeout, RedisTls tls, boolean tcp) {
    return builder
        .autoReconnect(true)
        .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
        .requestQueueSize(REQUEST_QUEUE)
        .replayFilter(command -> true)
        .maintNotificationsConfig(MaintNotificationsConfig.disabled())
        .timeoutOptions(TimeoutOptions.builder().fixedTimeout(timeout).build())
        .sslOptions(tls.options())
        .socketOptions(sockets(tcp));
  }

  private static SocketOptions sockets(boolean tcp) {
    SocketOptions.Builder builder =
        SocketOptions.builder().connectTimeout(CONNECT_TIMEOUT).keepAlive(tcp).tcpNoDelay(tcp);
    if (!tcp || !EpollProvider.isAvailable()) {
      return builder.build();
    }
    return builder
        .keepAlive(
            KeepAliveOptions.builder()
                .enable()
                .idle(Duration.ofSeconds(5))
                .interval(Duration.ofSeconds(1))
                .count(3)
                .build())
        .tcpUserTimeout(TcpUserTimeoutOptions.builder().enable().tcpUserTimeout(SILENCE).build())
        .build();
  }
}

package dev.mooring.gateway.evaluate;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A way to a Redis that can be shut for a time: connections stay and new ones are taken, but
 * nothing passes until it is opened. Used on one event loop.
 */
final class RedisGate {
  private static final int USUAL_PORT = 6379;

  private final URI redis;
  private final NetClient client;
  private final NetServer server;
  private final Set<NetSocket> sockets = new HashSet<>();
  private final List<NetSocket> outside = new ArrayList<>();
  private boolean shut;

  private RedisGate(Vertx vertx, URI redis) {
    this.redis = redis;
    this.client = vertx.createNetClient();
    this.server =
        vertx.createNetServer(new NetServerOptions().setHost("127.0.0.1").setTcpNoDelay(true));
  }

  /** A way to a Redis at a {@code redis://} address, on a free loopback port. */
  static Future<RedisGate> to(Vertx vertx, String uri) {
    RedisGate gate = new RedisGate(vertx, URI.create(uri));
    return gate.server.connectHandler(gate::arrived).listen().map(listening -> gate);
  }

  /** The address by which this way is taken, with the name, password and database of the other. */
  String uri() {
    String user = redis.getRawUserInfo() == null ? "" : redis.getRawUserInfo() + "@";
    String path = redis.getRawPath() == null ? "" : redis.getRawPath();
    return "redis://" + user + "127.0.0.1:" + server.actualPort() + path;
  }

  /** Lets nothing pass any more. */
  void shut() {
    shut = true;
    sockets.forEach(NetSocket::pause);
  }

  /** Lets everything pass, what came meanwhile too. */
  void open() {
    shut = false;
    sockets.forEach(NetSocket::resume);
    outside.forEach(this::join);
    outside.clear();
  }

  /** Closes every connection. */
  Future<?> close() {
    return Future.join(server.close(), client.close());
  }

  private void arrived(NetSocket socket) {
    socket.pause();
    if (shut) {
      outside.add(socket);
    } else {
      join(socket);
    }
  }

  private void join(NetSocket socket) {
    int port = redis.getPort() < 0 ? USUAL_PORT : redis.getPort();
    client
        .connect(port, redis.getHost())
        .onSuccess(
            peer -> {
              pass(socket, peer);
              pass(peer, socket);
            })
        .onFailure(unreached -> socket.close());
  }

  private void pass(NetSocket from, NetSocket to) {
    sockets.add(from);
    from.handler(to::write);
    from.exceptionHandler(lost -> {});
    from.closeHandler(
        closed -> {
          sockets.remove(from);
          to.close();
        });
    if (shut) {
      from.pause();
    } else {
      from.resume();
    }
  }
}

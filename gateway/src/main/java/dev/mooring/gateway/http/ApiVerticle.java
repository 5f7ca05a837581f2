package dev.mooring.gateway.http;

import dev.mooring.gateway.relay.HeldBodies;
import dev.mooring.gateway.relay.Loop;
import dev.mooring.gateway.relay.Node;
import dev.mooring.gateway.relay.Relay;
import io.netty.channel.EventLoop;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.internal.ContextInternal;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The API listener on one event loop, with upstream connections of its own: a request stays on the
 * loop that accepted it.
 */
public final class ApiVerticle extends VerticleBase {
  private static final int CHUNK_BYTES = 64 * 1024;
  private static final int HEADER_BYTES = 64 * 1024;
  private static final int LINE_BYTES = 16 * 1024;
  private static final Duration BODY_SILENCE = Duration.ofSeconds(60);

  private final Function<EventLoop, Future<Node>> nodes;
  private final Supplier<Setup> setup;
  private final HeldBodies bodies;
  private final String host;
  private final int port;
  private volatile boolean leaving;
  private @Nullable HttpServer server;
  private @Nullable Loop loop;

  /**
   * @param nodes makes the node as an event loop sees it; it may block, and is called from a thread
   *     that may. The listener is opened when the node is there
   * @param bodies what the bodies of all listeners' requests take
   * @param port the port; a negative number stands for a free one that all verticles with the same
   *     number share
   */
  public ApiVerticle(
      Function<EventLoop, Future<Node>> nodes,
      Supplier<Setup> setup,
      HeldBodies bodies,
      String host,
      int port) {
    this.nodes = nodes;
    this.setup = setup;
    this.bodies = bodies;
    this.host = host;
    this.port = port;
  }

  @Override
  public Future<?> start() {
    EventLoop netty = ((ContextInternal) context).nettyEventLoop();
    return vertx
        .executeBlocking(() -> nodes.apply(netty))
        .compose(Function.identity())
        .compose(this::listen);
  }

  private Future<HttpServer> listen(Node node) {
    Loop opened = Loop.open(vertx, node.waits());
    loop = opened;
    ApiHandler handler =
        new ApiHandler(opened, setup, new Relay(opened, node), bodies, BODY_SILENCE, node.clock());
    HttpServerOptions options =
        new HttpServerOptions()
            .setMaxChunkSize(CHUNK_BYTES)
            .setMaxHeaderSize(HEADER_BYTES)
            .setMaxInitialLineLength(LINE_BYTES)
            .setTcpNoDelay(true)
            .setTcpKeepAlive(true)
            .setReuseAddress(true)
            .setPerFrameWebSocketCompressionSupported(false)
            .setPerMessageWebSocketCompressionSupported(false);
    HttpServer http =
        vertx
            .createHttpServer(options)
            .requestHandler(request -> handler.handle(request, leaving))
            .invalidRequestHandler(ApiHandler::handleInvalid);
    server = http;
    return http.listen(port, host);
  }

  /** The port that is listened on. */
  public int port() {
    return server == null ? 0 : server.actualPort();
  }

  /** Closes a caller's connection with the next answer, so that its next request goes elsewhere. */
  public void sendCallersAway() {
    leaving = true;
  }

  /** Accepts nothing more, and completes when the running requests are done or time is up. */
  public Future<Void> drain(Duration patience) {
    return server == null
        ? Future.succeededFuture()
        : server.shutdown(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public Future<?> stop() {
    return loop == null ? Future.succeededFuture() : loop.close();
  }
}

package dev.mooring.gateway.http;

import dev.mooring.gateway.relay.Node;
import dev.mooring.gateway.relay.Relay;
import dev.mooring.gateway.relay.Upstreams;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
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

  private final Node node;
  private final Supplier<Setup> setup;
  private final String host;
  private final int port;
  private @Nullable HttpServer server;
  private @Nullable Upstreams upstreams;

  /**
   * @param port the port; a negative number stands for a free one that all verticles with the same
   *     number share
   */
  public ApiVerticle(Node node, Supplier<Setup> setup, String host, int port) {
    this.node = node;
    this.setup = setup;
    this.host = host;
    this.port = port;
  }

  @Override
  public Future<?> start() {
    Upstreams pool = new Upstreams(vertx);
    upstreams = pool;
    ApiHandler handler = new ApiHandler(vertx, setup, new Relay(vertx, node, pool));
    HttpServerOptions options =
        new HttpServerOptions()
            .setMaxChunkSize(CHUNK_BYTES)
            .setMaxHeaderSize(HEADER_BYTES)
            .setMaxInitialLineLength(LINE_BYTES)
            .setTcpNoDelay(true)
            .setReuseAddress(true);
    HttpServer http =
        vertx
            .createHttpServer(options)
            .requestHandler(handler::handle)
            .invalidRequestHandler(ApiHandler::handleInvalid);
    server = http;
    return http.listen(port, host);
  }

  /** The port that is listened on. */
  public int port() {
    return server == null ? 0 : server.actualPort();
  }

  /** Accepts nothing more, and completes when the running requests are done or time is up. */
  public Future<Void> drain(Duration patience) {
    return server == null
        ? Future.succeededFuture()
        : server.shutdown(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public Future<?> stop() {
    return upstreams == null ? Future.succeededFuture() : upstreams.close();
  }
}

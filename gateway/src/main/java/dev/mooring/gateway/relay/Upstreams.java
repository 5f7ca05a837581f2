package dev.mooring.gateway.relay;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.PoolOptions;
import java.io.IOException;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/** The connections of one event loop to all providers. */
public final class Upstreams {
  private static final int MAX_CONNECTIONS_PER_ORIGIN = 8192;
  private static final int MAX_WAITING = 1024;
  private static final int CHUNK_BYTES = 64 * 1024;
  private static final int HEADER_BYTES = 64 * 1024;

  /** Shorter than the idle time after which providers close connections by themselves. */
  private static final int KEEP_ALIVE_SECONDS = 30;

  private final HttpClient client;
  private final Set<HttpConnection> fresh =
      Collections.newSetFromMap(new WeakHashMap<HttpConnection, Boolean>());

  /** Opens the pool; to be called on the event loop that will use it. */
  public Upstreams(Vertx vertx) {
    HttpClientOptions options =
        new HttpClientOptions()
            .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
            .setMaxChunkSize(CHUNK_BYTES)
            .setMaxHeaderSize(HEADER_BYTES)
            .setDecompressionSupported(true)
            .setTcpNoDelay(true);
    PoolOptions pool =
        new PoolOptions()
            .setHttp1MaxSize(MAX_CONNECTIONS_PER_ORIGIN)
            .setMaxWaitQueueSize(MAX_WAITING);
    this.client =
        vertx
            .httpClientBuilder()
            .with(options)
            .with(pool)
            .withConnectHandler(
                connection -> {
                  fresh.add(connection);
                  connection.exceptionHandler(unused -> {});
                })
            .build();
  }

  HttpClient client() {
    return client;
  }

  /** Whether a connection has carried a request before; asked once for each request. */
  boolean reused(HttpConnection connection) {
    return !fresh.remove(connection);
  }

  /** Whether a call failed since its connection was closed. */
  static boolean closed(Throwable cause) {
    return cause instanceof IOException || cause instanceof HttpClosedException;
  }

  /** Closes all connections. */
  public Future<Void> close() {
    return client.close();
  }
}

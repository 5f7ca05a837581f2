package dev.mooring.gateway.bench.load;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;

/**
 * A process of its own: a plain proxy on Vert.x that passes bytes on as they come and does nothing
 * else. What a gateway on Vert.x costs more than this is the gateway's.
 */
final class VertxProxy {
  /** What options call it. */
  static final String KEY = "vertx";

  private static final int CONNECTIONS = 1024;
  private static final int CHUNK_BYTES = 65_536;

  private final Vertx vertx;
  private final HttpClient client;

  private VertxProxy(Vertx vertx) {
    this.vertx = vertx;
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions().setMaxChunkSize(CHUNK_BYTES),
            new PoolOptions().setHttp1MaxSize(CONNECTIONS));
  }

  /** Takes pairs of ports: its own, and the one that it forwards to. */
  public static void main(String[] arguments) {
    Vertx vertx =
        Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(1));
    vertx.runOnContext(
        unused -> {
          VertxProxy proxy = new VertxProxy(vertx);
          for (int i = 0; i + 1 < arguments.length; i += 2) {
            proxy.listen(Integer.parseInt(arguments[i]), Integer.parseInt(arguments[i + 1]));
          }
        });
  }

  private void listen(int port, int upstream) {
    vertx
        .createHttpServer(new HttpServerOptions().setMaxChunkSize(CHUNK_BYTES))
        .requestHandler(request -> forward(request, upstream))
        .listen(port, Endpoint.LOOPBACK)
        .onFailure(
            failure -> {
              throw new IllegalStateException("port " + port, failure);
            });
  }

  private void forward(HttpServerRequest request, int upstream) {
    request.pause();
    client
        .request(
            new RequestOptions()
                .setMethod(request.method())
                .setHost(Endpoint.LOOPBACK)
                .setPort(upstream)
                .setURI(request.uri()))
        .onSuccess(opened -> send(request, opened))
        .onFailure(failure -> request.connection().close());
  }

  private static void send(HttpServerRequest request, HttpClientRequest opened) {
    request
        .headers()
        .forEach(
            header -> {
              if (!header.getKey().equalsIgnoreCase("host")) {
                opened.headers().add(header.getKey(), header.getValue());
              }
            });
    opened
        .send(request)
        .onSuccess(answer -> answer(answer, request.response()))
        .onFailure(failure -> request.connection().close());
  }

  private static void answer(HttpClientResponse from, HttpServerResponse to) {
    to.setStatusCode(from.statusCode());
    to.headers().addAll(from.headers());
    if (!from.headers().contains(HttpHeaders.CONTENT_LENGTH)) {
      to.setChunked(true);
    }
    from.pipeTo(to);
  }
}

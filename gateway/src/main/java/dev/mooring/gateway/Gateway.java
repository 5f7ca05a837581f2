package dev.mooring.gateway;

import dev.mooring.gateway.config.GatewayConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** A running gateway. */
public interface Gateway {

  /** Starts a gateway; completes when its listeners are there. */
  static Future<Gateway> start(Vertx vertx, GatewayConfig config) {
    return Future.failedFuture("not served by this version");
  }

  /** The API listener's port. */
  int apiPort();

  /** Stops taking requests and ends when those that run have ended. */
  Future<Void> drainAndClose();
}

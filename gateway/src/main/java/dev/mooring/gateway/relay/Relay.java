package dev.mooring.gateway.relay;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;

/** The door to the relay: takes a request that was read, and sees to its answer. */
public final class Relay {
  private final Vertx vertx;
  private final Node node;
  private final Upstreams upstreams;

  /** A relay of one event loop. */
  public Relay(Vertx vertx, Node node, Upstreams upstreams) {
    this.vertx = vertx;
    this.node = node;
    this.upstreams = upstreams;
  }

  /**
   * Serves a request; to be called on the relay's event loop. The answer is sent whatever happens,
   * unless the caller goes away.
   */
  public void serve(Inbound inbound, Arrival arrival, HttpServerResponse response) {
    node.metrics().requests().began();
    CallerAnswer answer =
        new CallerAnswer(
            vertx, response, inbound.id(), inbound.catalog().config().server().heartbeat());
    RequestTiming timing =
        new RequestTiming(node.metrics().requests(), inbound.operation(), arrival);
    Exchange exchange = new Exchange(vertx, node, upstreams, inbound, answer, timing);
    response.closeHandler(unused -> exchange.cancel());
    response.exceptionHandler(unused -> exchange.cancel());
    exchange.start();
  }

  /** Counts a request that was refused before it could be served. */
  public void refused(Operation operation, int status) {
    node.metrics().requests().refused(operation.label(), status);
  }
}

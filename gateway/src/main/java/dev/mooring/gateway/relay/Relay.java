package dev.mooring.gateway.relay;

import dev.mooring.gateway.telemetry.RequestTrace;
import dev.mooring.gateway.telemetry.Tracing;
import io.vertx.core.http.HttpServerResponse;

/** The door to the relay: takes a request that was read, and sees to its answer. */
public final class Relay {
  private final Loop loop;
  private final Node node;

  /** A relay of one event loop. */
  public Relay(Loop loop, Node node) {
    this.loop = loop;
    this.node = node;
  }

  /**
   * Serves a request; to be called on the relay's event loop. The answer is sent whatever happens,
   * unless the caller goes away.
   */
  public void serve(Inbound inbound, Arrival arrival, HttpServerResponse response) {
    node.metrics().requests().began();
    CallerAnswer answer =
        new CallerAnswer(
            loop,
            response,
            inbound.operation().api(),
            inbound.id(),
            inbound.catalog().config().server().heartbeat());
    RequestTrace trace =
        node.tracing().on() ? node.tracing().begin(traced(inbound, arrival)) : RequestTrace.NONE;
    RequestWatch watch =
        new RequestWatch(node.metrics().requests(), inbound.operation(), arrival, trace);
    Exchange exchange = new Exchange(loop, node.within(trace), inbound, answer, watch);
    response.closeHandler(unused -> exchange.cancel());
    response.exceptionHandler(unused -> exchange.cancel());
    exchange.start();
  }

  private static Tracing.Request traced(Inbound inbound, Arrival arrival) {
    return new Tracing.Request(
        inbound.id(),
        inbound.operation().label(),
        inbound.operation().path(),
        inbound.envelope().model(),
        inbound.envelope().stream(),
        inbound.headers().get("traceparent"),
        inbound.headers().get("tracestate"),
        arrival.headNanos());
  }

  /** What callers may look up about themselves. */
  public OwnRecord record() {
    return new OwnRecord(node);
  }

  /** Counts a request that was refused before it could be served. */
  public void refused(Operation operation, int status) {
    node.metrics().requests().refused(operation.label(), status);
  }
}

package dev.mooring.gateway.relay;

import io.vertx.core.Future;
import io.vertx.core.Vertx;

/**
 * What belongs to one event loop: a request stays on the loop that accepted it.
 *
 * @param upstreams its connections to providers
 * @param deadlines its time-outs
 */
public record Loop(Vertx vertx, Upstreams upstreams, Deadlines deadlines) {

  /** Opens what a loop needs; to be called on it. */
  public static Loop open(Vertx vertx) {
    return new Loop(vertx, new Upstreams(vertx), new Deadlines(vertx));
  }

  /** Runs a task when the loop has gone through everything that was ready to be read. */
  void atEndOfTurn(Runnable task) {
    vertx.getOrCreateContext().runOnContext(unused -> task.run());
  }

  /** Closes its connections. */
  public Future<Void> close() {
    return upstreams.close();
  }
}

package dev.mooring.gateway.relay;

import io.vertx.core.Future;
import io.vertx.core.Vertx;

/**
 * What belongs to one event loop: a request stays on the loop that accepted it.
 *
 * @param upstreams its connections to providers
 * @param deadlines its time-outs
 * @param patience how long providers are waited for, in the time that the node lives by
 */
public record Loop(Vertx vertx, Upstreams upstreams, Deadlines deadlines, Deadlines patience) {

  /**
   * Opens what a loop needs; to be called on it.
   *
   * @param waits the time that the node lives by
   */
  public static Loop open(Vertx vertx, Waits waits) {
    Deadlines real = Deadlines.of(vertx);
    Deadlines patience = waits == Waits.REAL ? real : new WaitedDeadlines(vertx, waits);
    return new Loop(vertx, new Upstreams(vertx), real, patience);
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

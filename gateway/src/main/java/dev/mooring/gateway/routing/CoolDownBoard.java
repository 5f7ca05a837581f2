package dev.mooring.gateway.routing;

import dev.mooring.gateway.routing.Health.Cause;
import dev.mooring.gateway.routing.Health.Subject;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Where nodes tell each other what is down (contract, section 7). No call waits or throws. */
public interface CoolDownBoard {
  /** The board of a node that is alone. */
  CoolDownBoard NONE =
      new CoolDownBoard() {
        @Override
        public void report(Notice notice) {}

        @Override
        public void clear(Subject subject) {}

        @Override
        public CompletionStage<Boolean> tryProbe(Subject subject, Duration lease) {
          return CompletableFuture.completedStage(true);
        }
      };

  /**
   * A cool-down as nodes tell it.
   *
   * @param timesDown how often it has gone down by failures without a success in between
   * @param remaining how long from now
   */
  record Notice(Subject subject, Cause cause, int timesDown, Duration remaining) {}

  /** Tells all nodes of a cool-down; of two for one subject the one that ends later stands. */
  void report(Notice notice);

  /** Ends a subject's cool-down, and the lease of who probes it, for all nodes. */
  void clear(Subject subject);

  /**
   * Asks to be the one node that probes a subject.
   *
   * @return whether this node may; fails when the board cannot answer
   */
  CompletionStage<Boolean> tryProbe(Subject subject, Duration lease);
}

package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.RatesConfig;
import dev.mooring.gateway.routing.PlanCandidate;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How fast the attempt that is under way streams: told to the node's speeds, and whether it was
 * slow to begin. Documents say nothing of either.
 */
final class Stopwatch {
  private final Node node;
  private final RatesConfig rates;
  private @Nullable Instant firstOutput;
  private boolean slow;

  Stopwatch(Node node, RatesConfig rates) {
    this.node = node;
    this.rates = rates;
  }

  /** An attempt begins. */
  void begins() {
    firstOutput = null;
    slow = false;
  }

  /** Its first output came. */
  void accepted(Attempt attempt) {
    Duration firstEvent = attempt.firstEventAfter();
    if (firstEvent == null) {
      return;
    }
    PlanCandidate candidate = attempt.candidate();
    slow = firstEvent.compareTo(rates.slowCall()) > 0;
    firstOutput = node.clock().instant();
    node.speeds().began(candidate.provider(), candidate.upstreamModel(), attempt.sinceSent());
  }

  /** Whether its first event took longer than that of a good call may. */
  boolean slow() {
    return slow;
  }

  /** It ended well. */
  void ended(PlanCandidate candidate, Usage usage) {
    if (firstOutput != null) {
      Duration within = Duration.between(firstOutput, node.clock().instant());
      node.speeds().ended(candidate.provider(), candidate.upstreamModel(), usage.output(), within);
    }
  }
}

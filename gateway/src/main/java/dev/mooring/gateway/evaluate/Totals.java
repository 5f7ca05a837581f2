package dev.mooring.gateway.evaluate;

import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;

/**
 * The totals of a run.
 *
 * @param turns answered or failed
 * @param failed of these, how many got nothing but errors
 * @param needless of the failed, during how many some account served all the time
 * @param broken streams that ended in an error after they had begun, and were sent anew
 * @param input tokens of all answered turns
 * @param cached of these, from the cache
 * @param costs in USD, by kind of client
 * @param meanFirstToken over all answered turns
 * @param p95FirstToken likewise
 * @param moves by reason
 */
public record Totals(
    long turns,
    long failed,
    long needless,
    long broken,
    long input,
    long cached,
    Map<ClientKind, Double> costs,
    Duration meanFirstToken,
    Duration p95FirstToken,
    SortedMap<String, Long> moves) {

  /** The cached share of the input, 0 to 1. */
  double hitRate() {
    return input == 0 ? 0 : (double) cached / input;
  }

  /** What all of it cost, in USD. */
  double usd() {
    return costs.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}

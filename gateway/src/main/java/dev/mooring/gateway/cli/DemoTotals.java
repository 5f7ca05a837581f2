package dev.mooring.gateway.cli;

import dev.mooring.gateway.config.ModelConfig.Price;
import java.util.Objects;

/**
 * The sums of many turns.
 *
 * @param turns how many
 * @param input all input tokens
 * @param cacheRead input tokens read from the cache
 * @param cacheWrite input tokens written to the cache
 * @param firstTokenNanos the times to the first output, added up
 */
record DemoTotals(long turns, long input, long cacheRead, long cacheWrite, long firstTokenNanos) {

  /** Nothing yet. */
  static final DemoTotals NONE = new DemoTotals(0, 0, 0, 0, 0);

  /** These and one more turn. */
  DemoTotals plus(DemoTurn turn) {
    return new DemoTotals(
        turns + 1,
        input + turn.input(),
        cacheRead + turn.cacheRead(),
        cacheWrite + turn.cacheWrite(),
        firstTokenNanos + turn.firstTokenNanos());
  }

  /** These and others. */
  DemoTotals plus(DemoTotals other) {
    return new DemoTotals(
        turns + other.turns,
        input + other.input,
        cacheRead + other.cacheRead,
        cacheWrite + other.cacheWrite,
        firstTokenNanos + other.firstTokenNanos);
  }

  /** The share of the input that came from the cache, 0 to 1. */
  double hitRate() {
    return input == 0 ? 0 : (double) cacheRead / input;
  }

  /** What the input cost, in USD. */
  double inputCost(Price price) {
    double read = Objects.requireNonNullElse(price.cacheRead(), price.input());
    double write = Objects.requireNonNullElse(price.cacheWrite(), price.input());
    long fresh = input - cacheRead - cacheWrite;
    return (fresh * price.input() + cacheRead * read + cacheWrite * write) / 1_000_000;
  }

  /** The mean time to the first output, in milliseconds. */
  double meanFirstTokenMillis() {
    return turns == 0 ? 0 : firstTokenNanos / 1e6 / turns;
  }
}

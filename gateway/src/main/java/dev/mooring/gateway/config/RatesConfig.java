package dev.mooring.gateway.config;

import java.time.Duration;

/**
 * From which rates of bad calls on a credential counts as degraded for a model, or as down. Rates
 * are percentages of the calls within a window.
 *
 * @param window how far back calls count; whole seconds
 * @param minimumCalls with fewer calls in the window no rate is judged
 * @param slowCall a stream whose first event takes longer is a slow call
 * @param degradedFailureRate so many failures make it degraded
 * @param degradedSlowCallRate so many slow calls make it degraded
 * @param downFailureRate so many failures take it down; 0 for never
 */
public record RatesConfig(
    Duration window,
    int minimumCalls,
    Duration slowCall,
    int degradedFailureRate,
    int degradedSlowCallRate,
    int downFailureRate) {

  /** What holds where nothing is written. */
  public static RatesConfig defaults() {
    return new RatesConfig(
        Defaults.HEALTH_WINDOW,
        Defaults.HEALTH_MINIMUM_CALLS,
        Defaults.HEALTH_SLOW_CALL,
        Defaults.HEALTH_DEGRADED_FAILURE_RATE,
        Defaults.HEALTH_DEGRADED_SLOW_CALL_RATE,
        Defaults.HEALTH_DOWN_FAILURE_RATE);
  }
}

package dev.mooring.gateway.routing;

import dev.mooring.gateway.config.RatesConfig;
import io.github.resilience4j.core.metrics.Metrics;
import io.github.resilience4j.core.metrics.Metrics.Outcome;
import io.github.resilience4j.core.metrics.SlidingTimeWindowMetrics;
import io.github.resilience4j.core.metrics.Snapshot;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;

/**
 * The calls of one subject within the last while, as counts. Safe for many threads.
 *
 * <p>The window is begun with a subject's first bad call, so that what is well costs nothing; the
 * calls before that are not in it.
 */
final class CallWindow {
  private final RatesConfig rates;
  private final Metrics calls;

  CallWindow(RatesConfig rates, InstantSource clock) {
    this.rates = rates;
    this.calls =
        new SlidingTimeWindowMetrics(
            Math.toIntExact(rates.window().toSeconds()), clock.withZone(ZoneOffset.UTC));
  }

  /** Whether it counts as a configuration wants. */
  boolean countsBy(RatesConfig wanted) {
    return rates.equals(wanted);
  }

  /** A call came through. */
  void succeeded() {
    count(Outcome.SUCCESS);
  }

  /** A call came through after a slow beginning. */
  void slow() {
    count(Outcome.SLOW_SUCCESS);
  }

  /** A call failed. */
  void failed() {
    count(Outcome.ERROR);
  }

  /** Whether no bad call is left in the window. */
  boolean clean() {
    Snapshot now = calls.getSnapshot();
    return now.getNumberOfFailedCalls() == 0 && now.getTotalNumberOfSlowCalls() == 0;
  }

  /** Whether so many calls are bad that others are to be preferred. */
  boolean degraded() {
    Snapshot now = calls.getSnapshot();
    return now.getTotalNumberOfCalls() >= rates.minimumCalls()
        && (now.getFailureRate() >= rates.degradedFailureRate()
            || now.getSlowCallRate() >= rates.degradedSlowCallRate());
  }

  /** Whether so many calls fail that the subject is to be left alone. */
  boolean failing() {
    Snapshot now = calls.getSnapshot();
    return rates.downFailureRate() > 0
        && now.getTotalNumberOfCalls() >= rates.minimumCalls()
        && now.getFailureRate() >= rates.downFailureRate();
  }

  private void count(Outcome outcome) {
    calls.record(0, TimeUnit.MILLISECONDS, outcome);
  }
}

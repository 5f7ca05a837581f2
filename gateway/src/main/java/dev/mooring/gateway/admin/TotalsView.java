package dev.mooring.gateway.admin;

import dev.mooring.gateway.record.TurnTotals;
import org.jspecify.annotations.Nullable;

/** {@code Totals} of the admin API. */
record TotalsView(
    long requests,
    long failed,
    long inputTokens,
    long cachedTokens,
    long writtenTokens,
    long outputTokens,
    long moves,
    @Nullable Double hitRate,
    double costUsd,
    double savedUsd,
    double keptUsd) {

  static TotalsView of(TurnTotals totals) {
    return new TotalsView(
        totals.requests(),
        totals.failed(),
        totals.input(),
        totals.cached(),
        totals.written(),
        totals.output(),
        totals.moves(),
        totals.hitRate(),
        totals.cost(),
        totals.saved(),
        totals.kept());
  }
}

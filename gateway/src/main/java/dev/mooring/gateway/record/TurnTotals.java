package dev.mooring.gateway.record;

import dev.mooring.gateway.api.Usage;
import org.jspecify.annotations.Nullable;

/**
 * Turns, added up.
 *
 * @param requests turns, those that nobody served included
 * @param failed turns that {@link Turn#failed failed}
 * @param input all input tokens, cached and written ones included
 * @param cached input tokens that were read from a cache
 * @param written input tokens that were written to a cache
 * @param output output tokens
 * @param moves turns that were served elsewhere than their session had been
 * @param cost in USD, of the turns whose price is known
 * @param saved in USD, likewise; see {@link Turn.Money#saved}
 * @param kept in USD, likewise; see {@link Turn.Money#kept}
 */
public record TurnTotals(
    long requests,
    long failed,
    long input,
    long cached,
    long written,
    long output,
    long moves,
    double cost,
    double saved,
    double kept) {
  /** Of no turns. */
  public static final TurnTotals ZERO = new TurnTotals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  private static final Usage NOTHING = new Usage(0, 0, 0, 0, 0);

  /** These and one more. */
  TurnTotals plus(Turn turn) {
    Turn.Served served = turn.served();
    Usage usage = served == null || served.usage() == null ? NOTHING : served.usage();
    Turn.Money money = served == null ? null : served.cost();
    return new TurnTotals(
        requests + 1,
        failed + (turn.failed() ? 1 : 0),
        input + usage.input(),
        cached + usage.cacheRead(),
        written + usage.cacheWrite(),
        output + usage.output(),
        moves + (turn.moved() ? 1 : 0),
        money == null ? cost : cost + money.cost(),
        money == null ? saved : saved + money.saved(),
        money == null ? kept : kept + money.kept());
  }

  /** Cached of all input tokens, 0 to 1; null while there are none. */
  public @Nullable Double hitRate() {
    return input == 0 ? null : (double) cached / (double) input;
  }
}

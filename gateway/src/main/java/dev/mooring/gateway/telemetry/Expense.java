package dev.mooring.gateway.telemetry;

import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.ModelConfig.Price;
import org.jspecify.annotations.Nullable;

/**
 * What one answer cost, and an estimate of what it would have cost otherwise, in USD.
 * docs/metrics.md derives the estimates.
 *
 * @param actual by its usage and its model's prices
 * @param withoutCache had every input token been sent to a model that caches nothing
 * @param spread had the conversation's turns been drawn over the accounts by their weights; at
 *     least {@code actual}
 */
public record Expense(double actual, double withoutCache, double spread) {
  private static final double MILLION = 1e6;

  /**
   * The expense of an answer.
   *
   * @param share how often a draw by weight meets the account that served: above 0, at most 1
   */
  public static Expense of(Usage usage, Price price, double share) {
    double read = or(price.cacheRead(), price.input());
    double write = or(price.cacheWrite(), price.input());
    double longWrite = or(price.cacheWrite1h(), write);
    double cached = (double) usage.cacheRead();
    double written = (double) usage.cacheWrite();
    double writtenLong = (double) usage.cacheWrite1h();
    double fresh = Math.max(0, (double) usage.input() - cached - written);
    double output = (double) usage.output() * price.output();
    double actual =
        fresh * price.input()
            + cached * read
            + Math.max(0, written - writtenLong) * write
            + writtenLong * longWrite
            + output;
    double withoutCache = (fresh + cached + written) * price.input() + output;
    double dearer = Math.max(0, price.input() - read);
    double spread = actual + lostReads(cached, fresh + written, share) * dearer;
    return new Expense(actual / MILLION, withoutCache / MILLION, spread / MILLION);
  }

  /**
   * The tokens of a turn's cached ones that a draw by weight would not have found cached, expected:
   * an account that was last drawn {@code k} turns ago lacks what these turns added.
   *
   * @param cached the tokens that were read from the cache
   * @param added the tokens that this turn added to the prompt; each turn before is taken to have
   *     added as many
   */
  static double lostReads(double cached, double added, double share) {
    double missed = 1 - share;
    if (cached <= added) {
      return cached * missed;
    }
    if (added <= 0) {
      return 0;
    }
    return added * missed / share * (1 - Math.pow(missed, cached / added));
  }

  private static double or(@Nullable Double value, double otherwise) {
    return value == null ? otherwise : value;
  }
}

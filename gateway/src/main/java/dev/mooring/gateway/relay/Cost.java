package dev.mooring.gateway.relay;

import dev.mooring.affinity.limit.Counter;
import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.ModelConfig.Price;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** What an answer costs, by its usage and its model's prices. */
final class Cost {
  private static final int SCALE = 12;

  private Cost() {}

  /** USD as a plain decimal, for example {@code 0.0045405}. */
  static String of(Usage usage, Price price) {
    BigDecimal dollars =
        millionths(usage, price).movePointLeft(6).setScale(SCALE, RoundingMode.HALF_EVEN);
    return dollars.signum() == 0 ? "0" : dollars.stripTrailingZeros().toPlainString();
  }

  /** Billionths of a USD, rounded up. */
  static long nanoUsd(Usage usage, Price price) {
    return nano(millionths(usage, price));
  }

  /**
   * The most that a request may cost, in billionths of a USD: nothing read from the cache, and all
   * of the prompt written to it where that costs more than input does.
   */
  static long most(long promptTokens, long outputTokens, boolean oneHour, Price price) {
    double write = or(price.cacheWrite(), price.input());
    double input = Math.max(price.input(), oneHour ? or(price.cacheWrite1h(), write) : write);
    return nano(part(promptTokens, input).add(part(outputTokens, price.output())));
  }

  private static BigDecimal millionths(Usage usage, Price price) {
    long fresh = Math.max(0, usage.input() - usage.cacheRead() - usage.cacheWrite());
    long shortWrites = Math.max(0, usage.cacheWrite() - usage.cacheWrite1h());
    double write = or(price.cacheWrite(), price.input());
    return part(fresh, price.input())
        .add(part(usage.cacheRead(), or(price.cacheRead(), price.input())))
        .add(part(shortWrites, write))
        .add(part(usage.cacheWrite1h(), or(price.cacheWrite1h(), write)))
        .add(part(usage.output(), price.output()));
  }

  private static long nano(BigDecimal millionths) {
    return millionths
        .movePointRight(3)
        .setScale(0, RoundingMode.UP)
        .min(BigDecimal.valueOf(Counter.MOST))
        .longValue();
  }

  private static BigDecimal part(long tokens, double price) {
    return BigDecimal.valueOf(price).multiply(BigDecimal.valueOf(tokens));
  }

  private static double or(@Nullable Double value, double otherwise) {
    return value == null ? otherwise : value;
  }
}

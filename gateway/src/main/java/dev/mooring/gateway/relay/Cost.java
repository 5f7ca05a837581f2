package dev.mooring.gateway.relay;

import dev.mooring.affinity.limit.Counter;
import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.ModelConfig.Price;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * What an answer costs, by its usage and its model's prices: exact, in whole trillionths of a USD
 * where the prices and their sum fit, as all usual ones do, and in decimals of any length else.
 */
final class Cost {
  private static final int SCALE = 12;

  /** Trillionths of a USD that a token costs at a USD a million tokens. */
  private static final double PICOS = 1e6;

  /** With tokens and picos below these the sum of all kinds of tokens fits. */
  private static final long MOST_TOKENS = 1L << 31;

  private static final long MOST_PICOS = 1L << 29;

  /** There is no such number, or none that fits. */
  private static final long NONE = -1;

  private Cost() {}

  /** USD as a plain decimal, for example {@code 0.0045405}. */
  static String of(Usage usage, Price price) {
    long picos = picos(usage, price);
    if (picos != NONE) {
      return decimal(picos);
    }
    BigDecimal dollars =
        millionths(usage, price).movePointLeft(6).setScale(SCALE, RoundingMode.HALF_EVEN);
    return dollars.signum() == 0 ? "0" : dollars.stripTrailingZeros().toPlainString();
  }

  /** Billionths of a USD, rounded up. */
  static long nanoUsd(Usage usage, Price price) {
    long picos = picos(usage, price);
    return picos == NONE
        ? nano(millionths(usage, price))
        : Math.min(Counter.MOST, (picos + 999) / 1000);
  }

  /** The decimal of so many trillionths, without zeros at its end. */
  private static String decimal(long picos) {
    long whole = picos / 1_000_000_000_000L;
    long rest = picos % 1_000_000_000_000L;
    if (rest == 0) {
      return Long.toString(whole);
    }
    char[] digits = new char[SCALE];
    int length = 0;
    for (int i = SCALE - 1; i >= 0; i--) {
      digits[i] = (char) ('0' + rest % 10);
      rest /= 10;
      if (length == 0 && digits[i] != '0') {
        length = i + 1;
      }
    }
    return whole + "." + new String(digits, 0, length);
  }

  /** Trillionths of a USD; {@link #NONE} where that is no whole number, or does not fit. */
  private static long picos(Usage usage, Price price) {
    long[] kinds = kinds(usage);
    double[] prices = prices(price);
    long sum = 0;
    for (int i = 0; i < kinds.length; i++) {
      long each = Math.round(prices[i] * PICOS);
      if (kinds[i] < 0
          || kinds[i] >= MOST_TOKENS
          || each < 0
          || each >= MOST_PICOS
          || each / PICOS != prices[i]) {
        return NONE;
      }
      sum += kinds[i] * each;
    }
    return sum;
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
    long[] kinds = kinds(usage);
    double[] prices = prices(price);
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < kinds.length; i++) {
      sum = sum.add(part(kinds[i], prices[i]));
    }
    return sum;
  }

  /** The tokens: fresh, read from the cache, written to it for minutes and for an hour, output. */
  private static long[] kinds(Usage usage) {
    return new long[] {
      Math.max(0, usage.input() - usage.cacheRead() - usage.cacheWrite()),
      usage.cacheRead(),
      Math.max(0, usage.cacheWrite() - usage.cacheWrite1h()),
      usage.cacheWrite1h(),
      usage.output()
    };
  }

  /** The price of each of the {@link #kinds}. */
  private static double[] prices(Price price) {
    double write = or(price.cacheWrite(), price.input());
    return new double[] {
      price.input(),
      or(price.cacheRead(), price.input()),
      write,
      or(price.cacheWrite1h(), write),
      price.output()
    };
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

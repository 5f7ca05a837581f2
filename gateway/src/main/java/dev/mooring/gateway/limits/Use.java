package dev.mooring.gateway.limits;

import java.math.BigDecimal;

/**
 * What one request uses, or is estimated to use.
 *
 * @param tokens input and output
 * @param nanoUsd billionths of a US dollar; 0 where the model has no price
 */
public record Use(long tokens, long nanoUsd) {
  /** Nothing. */
  public static final Use NOTHING = new Use(0, 0);

  /** What the trail says of a reservation of this. */
  String reserved(int limits) {
    return "reserved one request, %d tokens and %s USD, of %d limits"
        .formatted(
            tokens, BigDecimal.valueOf(nanoUsd, 9).stripTrailingZeros().toPlainString(), limits);
  }

  /** The amount of a unit. */
  long of(Limit.Unit unit) {
    return switch (unit) {
      case REQUESTS -> 1;
      case TOKENS -> tokens;
      case NANO_USD -> nanoUsd;
    };
  }
}

package dev.mooring.affinity.limit;

/**
 * What a request is going to use of a counter.
 *
 * @param amount at least 0; 0 asks whether anything is left at all
 * @param estimate whether the amount is settled later; otherwise it is final
 */
public record Charge(Counter counter, long amount, boolean estimate) {
  /** Checks the amount. */
  public Charge {
    if (amount < 0 || amount > Counter.MOST) {
      throw new IllegalArgumentException(
          "amount: " + amount + " (expected: 0 to " + Counter.MOST + ")");
    }
  }
}

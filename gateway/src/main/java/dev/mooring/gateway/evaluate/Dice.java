package dev.mooring.gateway.evaluate;

import java.util.SplittableRandom;

/** Draws the sizes and times of traffic; the same seed draws the same. */
final class Dice {
  private final SplittableRandom random;

  /** Dice of a seed. */
  Dice(long seed) {
    this(new SplittableRandom(seed));
  }

  private Dice(SplittableRandom random) {
    this.random = random;
  }

  /** Dice of their own, for one client, whose throws change nobody else's. */
  Dice split() {
    return new Dice(random.split());
  }

  /** Evenly from one to the other, both included. */
  int even(int from, int to) {
    return random.nextInt(from, to + 1);
  }

  /** From one to the other, each doubling as likely as the next: most are small, few are large. */
  int skewed(int from, int to) {
    double ratio = (double) to / from;
    return (int) Math.round(from * Math.pow(ratio, random.nextDouble()));
  }

  /** Whether something of this likelihood happens. */
  boolean happens(double likelihood) {
    return random.nextDouble() < likelihood;
  }
}

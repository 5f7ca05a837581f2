package dev.mooring.gateway.simulator;

import java.util.HexFormat;
import java.util.SplittableRandom;

/** Ids that a seed determines. Confined to one thread. */
final class IdSource {
  private final SplittableRandom random;

  /** Ids of a seed. */
  IdSource(long seed) {
    random = new SplittableRandom(seed);
  }

  /** An id: the prefix and 24 hex digits. */
  String next(String prefix) {
    HexFormat hex = HexFormat.of();
    return prefix + hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextInt());
  }

  /** A number from 0 to below 1. */
  double nextDouble() {
    return random.nextDouble();
  }
}

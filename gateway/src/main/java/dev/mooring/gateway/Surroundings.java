package dev.mooring.gateway;

import dev.mooring.gateway.relay.Waits;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/**
 * Time and chance, as a gateway meets them.
 *
 * @param clock decides when pins expire and health returns; safe for many threads
 * @param random draws what is drawn at random; safe for many threads
 * @param waits the time before a retry, and until a call times out
 */
public record Surroundings(InstantSource clock, RandomGenerator random, Waits waits) {
  /** Those of this machine. */
  public static final Surroundings REAL =
      new Surroundings(
          InstantSource.system(), () -> ThreadLocalRandom.current().nextLong(), Waits.REAL);

  /** The same with another clock. */
  public Surroundings withClock(InstantSource value) {
    return new Surroundings(value, random, waits);
  }
}

package dev.mooring.gateway.evaluate;

import java.util.function.Supplier;

/** The hashes of one session's blocks: short, and unlike any other session's. */
final class Hashes implements Supplier<String> {
  private static final int RADIX = 36;

  private final String prefix;
  private int next;

  /** Hashes of a session of the generator. */
  Hashes(String session) {
    this.prefix = session.charAt(0) + session.substring(session.indexOf('-') + 1) + "-";
  }

  @Override
  public String get() {
    return prefix + Integer.toString(next++, RADIX);
  }
}

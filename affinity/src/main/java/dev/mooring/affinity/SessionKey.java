package dev.mooring.affinity;

/**
 * A session's name inside stores: the SHA-256 of its scope and ID, 64 lower-case hex characters. No
 * session ID can be read back from it.
 */
public record SessionKey(String hex) {
  public SessionKey {
    if (hex.length() != 64) {
      throw new IllegalArgumentException("hex: " + hex.length() + " characters (expected: 64)");
    }
  }

  /** The first 64 bits, for choosing and sharding. */
  public long head() {
    return Long.parseUnsignedLong(hex, 0, 16, 16);
  }

  /** Compared by hand: keys are looked up several times a turn. */
  @Override
  public boolean equals(Object other) {
    return this == other || (other instanceof SessionKey key && hex.equals(key.hex));
  }

  @Override
  public int hashCode() {
    return hex.hashCode();
  }

  @Override
  public String toString() {
    return hex;
  }
}

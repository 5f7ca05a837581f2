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

  @Override
  public String toString() {
    return hex;
  }
}

package dev.mooring.affinity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The plain SHA-256 of a text or of bytes. */
public final class Sha256 {
  private Sha256() {}

  /** The digest of a text's UTF-8, as 64 lower-case hex characters. */
  public static String hex(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return hex(bytes, 0, bytes.length);
  }

  /** The digest of the bytes from a place to before another, likewise. */
  public static String hex(byte[] bytes, int from, int to) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes, from, to - from);
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}

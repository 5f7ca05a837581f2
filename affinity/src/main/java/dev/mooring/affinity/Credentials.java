package dev.mooring.affinity;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Names of credentials in pins. A configured one goes by its id, a caller's own by a keyed hash of
 * its secret (contract, section 5, "Pins").
 */
public final class Credentials {
  private static final String BYOK_PREFIX = "byok:";
  private static final int HASH_LENGTH = 32;
  private static final String HMAC = "HmacSHA256";

  private Credentials() {}

  /**
   * The id of a caller's own credential: {@code byok:} and the first 32 hex characters of its
   * secret's HMAC-SHA256.
   *
   * @param hmacKey the key that all nodes share; not empty
   * @param secret the caller's secret
   */
  public static String byokId(byte[] hmacKey, String secret) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(hmacKey, HMAC));
      byte[] hash = mac.doFinal(secret.getBytes(StandardCharsets.UTF_8));
      return BYOK_PREFIX + HexFormat.of().formatHex(hash).substring(0, HASH_LENGTH);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(HMAC + ": missing (expected: in every Java platform)", e);
    }
  }

  /** Whether the id names a caller's own credential. */
  public static boolean isByok(String id) {
    return id.startsWith(BYOK_PREFIX);
  }
}

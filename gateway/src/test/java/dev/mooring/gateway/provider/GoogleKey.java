package dev.mooring.gateway.provider;

import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** A service account's key file, made for tests. */
public final class GoogleKey {
  private static final String PEM = pem();

  private GoogleKey() {}

  /** The JSON of one whose tokens are got at an address; on one line, without single quotes. */
  public static String json(String tokenUri) {
    return ("{\"type\":\"service_account\",\"project_id\":\"p\",\"private_key_id\":\"1\","
            + "\"private_key\":\"%s\",\"client_email\":\"a@p.iam.gserviceaccount.com\","
            + "\"client_id\":\"1\",\"token_uri\":\"%s\"}")
        .formatted(PEM, tokenUri);
  }

  private static String pem() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      byte[] key = generator.generateKeyPair().getPrivate().getEncoded();
      return "-----BEGIN PRIVATE KEY-----\\n"
          + Base64.getEncoder().encodeToString(key)
          + "\\n-----END PRIVATE KEY-----\\n";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}

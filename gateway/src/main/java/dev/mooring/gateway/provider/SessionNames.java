package dev.mooring.gateway.provider;

import dev.mooring.affinity.SessionKey;
import dev.mooring.gateway.config.CredentialConfig;
import dev.mooring.gateway.config.ProviderConfig;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What sessions are called towards one provider: a hash that tells nothing of the session, under a
 * secret of the account, so that no two accounts hear the same name. Accounts that share a cache
 * share the names too.
 */
final class SessionNames {
  private static final String HMAC = "HmacSHA256";
  private static final int BYTES = 16;

  private final String provider;
  private final Map<String, String> secrets = new HashMap<>();

  SessionNames(ProviderConfig config) {
    this.provider = config.id();
    for (CredentialConfig credential : config.credentials()) {
      secrets.putIfAbsent(credential.cacheScope(), secret(credential));
    }
  }

  /** A session's name for one account: 32 lower-case hex characters. */
  String of(SessionKey session, CredentialConfig account) {
    String secret = secrets.get(account.cacheScope());
    byte[] key = (secret == null ? secret(account) : secret).getBytes(StandardCharsets.UTF_8);
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      byte[] hash = mac.doFinal(session.hex().getBytes(StandardCharsets.US_ASCII));
      return HexFormat.of().formatHex(Arrays.copyOf(hash, BYTES));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + HMAC, e);
    }
  }

  /** What only this account's names are made with; the account itself where it has no key. */
  private String secret(CredentialConfig account) {
    return account.apiKey().isEmpty() ? provider + '/' + account.cacheScope() : account.apiKey();
  }
}

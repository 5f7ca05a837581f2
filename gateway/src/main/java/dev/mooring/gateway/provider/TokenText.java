package dev.mooring.gateway.provider;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The form of a token that a header can carry: visible ASCII, and some of it. */
final class TokenText {
  private static final Pattern SOUND = Pattern.compile("[!-~]+");

  private TokenText() {}

  /**
   * A token as it came.
   *
   * @param token null where the answer had none
   * @throws CredentialException where it is none
   */
  static String checked(@Nullable String token) {
    if (token == null || !SOUND.matcher(token).matches()) {
      throw new CredentialException("the token endpoint answered without a sound token", false);
    }
    return token;
  }
}

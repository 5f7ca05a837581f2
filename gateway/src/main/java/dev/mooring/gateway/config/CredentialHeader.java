package dev.mooring.gateway.config;

import java.util.Set;
import java.util.regex.Pattern;

/** The headers that hold credentials: none of them goes on, and no rule sees them. */
public final class CredentialHeader {
  private static final Set<String> NAMES = Set.of("authorization", "proxy-authorization", "cookie");
  private static final Pattern SUFFIX =
      Pattern.compile(
          "(?:api[-_]key|-virtual-key|-auth|-authorization"
              + "|-(?:auth|access|security)-token|-client-secret)$");

  private CredentialHeader() {}

  /** Whether a name, in lower case, is that of such a header. */
  public static boolean is(String name) {
    return NAMES.contains(name) || SUFFIX.matcher(name).find();
  }
}

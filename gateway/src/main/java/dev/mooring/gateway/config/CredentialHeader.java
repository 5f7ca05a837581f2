package dev.mooring.gateway.config;

import java.util.List;
import java.util.Set;

/** The headers that hold credentials: none of them goes on, and no rule sees them. */
public final class CredentialHeader {
  private static final Set<String> NAMES = Set.of("authorization", "proxy-authorization", "cookie");
  private static final List<String> SUFFIXES =
      List.of(
          "api-key",
          "api_key",
          "-virtual-key",
          "-auth",
          "-authorization",
          "-auth-token",
          "-access-token",
          "-security-token",
          "-client-secret");

  private CredentialHeader() {}

  /** Whether a name, in lower case, is that of such a header. */
  public static boolean is(String name) {
    return NAMES.contains(name) || SUFFIXES.stream().anyMatch(name::endsWith);
  }
}

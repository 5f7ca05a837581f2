package dev.mooring.gateway.config;

import org.jspecify.annotations.Nullable;

/**
 * One of a team's own credentials.
 *
 * @param id what people call it; null where it has no name
 * @param apiKey the secret
 */
public record ByokCredential(@Nullable String id, String apiKey) {
  /** Names the credential; leaves out its secret. */
  @Override
  public String toString() {
    return "ByokCredential[id=" + id + "]";
  }
}

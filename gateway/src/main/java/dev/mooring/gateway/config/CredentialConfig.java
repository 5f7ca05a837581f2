package dev.mooring.gateway.config;

import org.jspecify.annotations.Nullable;

/**
 * An account of a provider: an API key, or an identity in a cloud.
 *
 * @param id unique within the provider
 * @param apiKey the secret; empty for an identity, and for an upstream that asks for none
 * @param identity whom it stands for in a cloud; null for a key
 * @param weight its share of new sessions; 0 is never drawn
 * @param cacheScope credentials with the same value share one prompt cache
 * @param draining whether it keeps the sessions that it has, and takes no new ones
 */
public record CredentialConfig(
    String id,
    String apiKey,
    @Nullable Identity identity,
    double weight,
    String cacheScope,
    boolean draining) {
  /** A key that takes new sessions. */
  public CredentialConfig(String id, String apiKey, double weight, String cacheScope) {
    this(id, apiKey, null, weight, cacheScope, false);
  }

  @Override
  public String toString() {
    return "CredentialConfig[id=" + id + ", weight=" + weight + ", cacheScope=" + cacheScope + "]";
  }
}

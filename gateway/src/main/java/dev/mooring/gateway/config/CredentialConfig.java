package dev.mooring.gateway.config;

import org.jspecify.annotations.Nullable;

/**
 * One account of a provider: an API key, or who it is in a cloud.
 *
 * @param id unique within the provider
 * @param apiKey the secret; empty for an upstream that asks for none, and for a cloud's identity
 * @param weight its share of new sessions; 0 is never drawn
 * @param cacheScope credentials with the same value share one prompt cache
 * @param draining whether it keeps the sessions that it has, and takes no new ones
 * @param identity who it is in a cloud; null for an API key
 */
public record CredentialConfig(
    String id,
    String apiKey,
    double weight,
    String cacheScope,
    boolean draining,
    @Nullable CloudIdentity identity) {
  /** An API key that takes new sessions. */
  public CredentialConfig(String id, String apiKey, double weight, String cacheScope) {
    this(id, apiKey, weight, cacheScope, false, null);
  }

  @Override
  public String toString() {
    return "CredentialConfig[id=" + id + ", weight=" + weight + ", cacheScope=" + cacheScope + "]";
  }
}

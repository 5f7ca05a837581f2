package dev.mooring.gateway.config;

/**
 * One API key of a provider.
 *
 * @param id unique within the provider
 * @param apiKey the secret; empty for an upstream that asks for none
 * @param weight its share of new sessions; 0 is never drawn
 * @param cacheScope credentials with the same value share one prompt cache
 * @param draining whether it keeps the sessions that it has, and takes no new ones
 */
public record CredentialConfig(
    String id, String apiKey, double weight, String cacheScope, boolean draining) {
  /** A credential that takes new sessions. */
  public CredentialConfig(String id, String apiKey, double weight, String cacheScope) {
    this(id, apiKey, weight, cacheScope, false);
  }

  @Override
  public String toString() {
    return "CredentialConfig[id=" + id + ", weight=" + weight + ", cacheScope=" + cacheScope + "]";
  }
}

package dev.mooring.gateway.config;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A client key.
 *
 * @param id unique within the team
 * @param secretHash SHA-256 of the secret, 64 lower-case hex characters; the secret is not kept
 * @param models globs of the models that it may use; null for all
 * @param providers globs of the providers that it may use; null for all
 * @param credentials globs of the credentials that it may use; null for all
 * @param weights weights of providers, over those of the targets; empty for none
 * @param userHeader the header in which a trusted proxy names the user; null for none
 */
public record ClientKeyConfig(
    String id,
    String secretHash,
    @Nullable List<String> models,
    @Nullable List<String> providers,
    @Nullable List<String> credentials,
    Map<String, Double> weights,
    @Nullable String userHeader) {
  /** Names the key; leaves out the hash of its secret. */
  @Override
  public String toString() {
    return "ClientKeyConfig[id=" + id + "]";
  }
}

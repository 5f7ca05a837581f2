package dev.mooring.gateway.config;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A client key.
 *
 * @param id unique within the team
 * @param secretHash SHA-256 of the secret, 64 lower-case hex characters; the secret is not kept
 * @param active false where it is switched off
 * @param expires from when on it is refused; null for never
 * @param models globs of the models that it may use; null for all
 * @param providers globs of the providers that it may use; null for all
 * @param credentials globs of the credentials that it may use; null for all, empty for none
 * @param denied what it may not use, whatever is allowed
 * @param weights weights of providers, over those of the targets; empty for none
 * @param rateLimit how much it may call; null for any number
 * @param budget how much it may spend; null for any sum
 * @param userHeader the header in which a trusted proxy names the user; null for none
 */
public record ClientKeyConfig(
    String id,
    String secretHash,
    boolean active,
    @Nullable Instant expires,
    @Nullable List<String> models,
    @Nullable List<String> providers,
    @Nullable List<String> credentials,
    Denied denied,
    Map<String, Double> weights,
    @Nullable RateLimitConfig rateLimit,
    @Nullable BudgetConfig budget,
    @Nullable String userHeader) {

  /** Globs of what a key may not use; each empty for nothing. */
  public record Denied(List<String> models, List<String> providers, List<String> credentials) {
    /** Nothing. */
    public static final Denied NOTHING = new Denied(List.of(), List.of(), List.of());
  }

  /** Names the key; leaves out the hash of its secret. */
  @Override
  public String toString() {
    return "ClientKeyConfig[id=" + id + "]";
  }
}

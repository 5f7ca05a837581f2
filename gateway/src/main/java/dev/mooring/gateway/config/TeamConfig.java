package dev.mooring.gateway.config;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tenant and the keys with which its clients call.
 *
 * @param id unique
 * @param keys at least one
 * @param rateLimit what all its keys together may call; null for any number
 * @param budget what all its keys together may spend; null for any sum
 * @param byok its own credentials by provider, in the order to try
 */
public record TeamConfig(
    String id,
    List<ClientKeyConfig> keys,
    @Nullable RateLimitConfig rateLimit,
    @Nullable BudgetConfig budget,
    Map<String, List<ByokCredential>> byok) {
  /** Names the team; leaves out its secrets. */
  @Override
  public String toString() {
    return "TeamConfig[id=" + id + "]";
  }
}

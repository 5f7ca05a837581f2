package dev.mooring.gateway.simulator;

import java.time.Duration;

/**
 * What and how long a simulated provider caches.
 *
 * @param minTokens the shortest prefix that is cached, in tokens; 0 for any
 * @param openAi the lifetime where every prefix is cached: OpenAI's APIs and Gemini
 * @param openAiRetained the same with {@code prompt_cache_retention: "24h"}
 * @param anthropic the lifetime at markers: Anthropic's APIs and Converse
 * @param anthropicLong the same with {@code ttl: "1h"}
 */
public record CacheRules(
    int minTokens,
    Duration openAi,
    Duration openAiRetained,
    Duration anthropic,
    Duration anthropicLong) {

  /**
   * The providers' documented rules (OpenAI and Anthropic, prompt caching pages, November 2026).
   */
  public static final CacheRules DOCUMENTED =
      new CacheRules(
          1024,
          Duration.ofMinutes(10),
          Duration.ofHours(24),
          Duration.ofMinutes(5),
          Duration.ofHours(1));

  /** The same rules with another minimum. */
  public CacheRules withMinTokens(int tokens) {
    return new CacheRules(tokens, openAi, openAiRetained, anthropic, anthropicLong);
  }
}

package dev.mooring.gateway.config;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A model that clients can ask for.
 *
 * @param caching overrides of the built-in cache facts; null for none
 * @param price what its tokens cost; null where unknown
 * @param capabilities what it can do; empty where nothing is known
 * @param targets who can serve it, in the order written; at least one
 */
public record ModelConfig(
    String id,
    List<String> aliases,
    @Nullable Caching caching,
    @Nullable Price price,
    Set<Capability> capabilities,
    List<TargetConfig> targets) {

  /**
   * Overrides of the built-in cache facts.
   *
   * @param supported whether prompts of this model are cached
   * @param minTokens the smallest prompt that is cached, in tokens; null for the built-in value
   */
  public record Caching(boolean supported, @Nullable Integer minTokens) {}

  /**
   * Prices in USD per million tokens.
   *
   * @param cacheRead null where it is the input price
   * @param cacheWrite null where it is the input price
   * @param cacheWrite1h null where it is the price of a short-lived write
   */
  public record Price(
      double input,
      double output,
      @Nullable Double cacheRead,
      @Nullable Double cacheWrite,
      @Nullable Double cacheWrite1h) {}

  /**
   * A provider that can serve the model.
   *
   * @param provider the provider's id
   * @param model the model as the provider names it
   * @param weight its share of new sessions; null where none is written
   * @param credential the only credential of the provider to use; null for all
   * @param price what its tokens cost there; null for the model's price
   * @param capabilities what the model can do there; null for the model's capabilities
   */
  public record TargetConfig(
      String provider,
      String model,
      @Nullable Double weight,
      @Nullable String credential,
      @Nullable Price price,
      @Nullable Set<Capability> capabilities) {
    /** A target with all that its provider and the model have. */
    public TargetConfig(String provider, String model, @Nullable Double weight) {
      this(provider, model, weight, null, null, null);
    }
  }

  /** Whether targets are drawn by weight rather than tried in the order written. */
  public boolean weighted() {
    return targets.stream().anyMatch(target -> target.weight() != null);
  }
}

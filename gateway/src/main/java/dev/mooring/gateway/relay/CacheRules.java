package dev.mooring.gateway.relay;

import dev.mooring.affinity.CacheFacts;
import dev.mooring.affinity.cache.Gaps;
import dev.mooring.affinity.cache.LearnedLifetimes.Cache;
import dev.mooring.gateway.api.CacheMarking;
import dev.mooring.gateway.api.Envelope;
import dev.mooring.gateway.config.AffinityConfig;
import dev.mooring.gateway.config.ModelConfig;
import dev.mooring.gateway.config.ProviderConfig;
import dev.mooring.gateway.config.ProviderType;
import dev.mooring.gateway.routing.PlanCandidate;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a candidate's prompt cache does: the built-in facts under the configuration's overrides. */
final class CacheRules {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofHours(24);

  private CacheRules() {}

  /**
   * Whether and from what size prompts are cached.
   *
   * @param minTokens the smallest prompt that is cached, in tokens
   */
  record Rule(boolean supported, int minTokens) {}

  /** The rule of a candidate: what the model's configuration says, before the facts. */
  static Rule of(CacheFacts facts, ModelConfig model, PlanCandidate candidate) {
    ModelConfig.Caching override = model.caching();
    if (override != null && override.minTokens() != null) {
      return new Rule(override.supported(), override.minTokens());
    }
    CacheFacts.Fact fact =
        facts.fact(candidate.upstream().config().preset().names(), candidate.upstreamModel());
    return new Rule(override == null ? fact.supported() : override.supported(), fact.minTokens());
  }

  /** How long the provider keeps a cache when the request asks for nothing. */
  static Duration lifetime(CacheFacts facts, ProviderConfig provider) {
    return provider.cacheLifetime() != null
        ? provider.cacheLifetime()
        : facts.lifetime(provider.preset().names());
  }

  /**
   * How long a pin goes by when the request asks for nothing: what the operator says, else, where
   * that is wanted, what answers have taught, else what is documented.
   */
  static Duration lifetime(
      Node node, AffinityConfig affinity, ProviderConfig provider, String upstreamModel) {
    Duration known = lifetime(node.facts(), provider);
    if (!affinity.learnLifetimes() || provider.cacheLifetime() != null) {
      return known;
    }
    Gaps gaps = node.lifetimes().of(new Cache(provider.id(), upstreamModel, null));
    Gaps.Suggestion suggestion = gaps.suggestion(known);
    return suggestion == null ? known : suggestion.lifetime();
  }

  /**
   * The lifetime that this candidate is asked for; null for none.
   *
   * @param marking the markers that it is sent; null for none but the caller's
   */
  static @Nullable Duration requested(
      Envelope envelope,
      ModelConfig model,
      PlanCandidate candidate,
      @Nullable CacheMarking marking) {
    if (marking != null && marking.oneHour()) {
      return HOUR;
    }
    ProviderType type = candidate.upstream().config().type();
    if (anthropic(type, model, candidate)) {
      return envelope.asksOneHour() ? HOUR : null;
    }
    boolean keepsForADay = type == ProviderType.OPENAI || type == ProviderType.AZURE;
    return keepsForADay && envelope.asksDayRetention() ? DAY : null;
  }

  private static boolean anthropic(ProviderType type, ModelConfig model, PlanCandidate candidate) {
    return type.anthropicLike()
        || CacheFacts.isClaude(candidate.upstreamModel())
        || CacheFacts.isClaude(model.id());
  }
}

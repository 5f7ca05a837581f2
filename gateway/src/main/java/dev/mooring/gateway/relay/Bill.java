package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.ModelConfig.Price;
import dev.mooring.gateway.config.PromptCacheConfig;
import dev.mooring.gateway.limits.Refusal;
import dev.mooring.gateway.limits.Tab;
import dev.mooring.gateway.limits.Use;
import dev.mooring.gateway.routing.ModelPlan;
import dev.mooring.gateway.routing.PlanCandidate;
import dev.mooring.gateway.routing.RoutingTrail;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One request's bill: what it may use at most, told to its caller's limits before the first call,
 * and what it did use. Nothing is used until a provider has accepted; from then on it is what the
 * provider tells or, where it tells nothing, what went in and came out by estimate.
 */
final class Bill {
  /** The output tokens that are reserved where the caller sets no bound. */
  static final long DEFAULT_OUTPUT_TOKENS = 4096;

  /** A price, and whether writes to the cache may be those for an hour. */
  private record Rate(Price price, boolean oneHour) {}

  private final Tab tab;
  private final Inbound inbound;
  private final long promptTokens;
  private final long outputTokens;
  private @Nullable Price price;
  private boolean accepted;

  Bill(Node node, Inbound inbound) {
    this.inbound = inbound;
    this.tab =
        Tab.open(
            node.limits(),
            node.metrics(),
            inbound.caller().team(),
            inbound.catalog().team(inbound.caller().team()),
            inbound.caller().key(),
            inbound.operation() != Operation.COUNT_TOKENS);
    boolean counts = !tab.unlimited();
    this.promptTokens = counts ? inbound.envelope().chargedPromptTokens() : 0;
    this.outputTokens = counts ? output() : 0;
  }

  /** Reserves what the dearest of the planned candidates may use. */
  CompletionStage<Void> reserve(List<ModelPlan> plans, RoutingTrail trail) {
    long nanoUsd = tab.unlimited() ? 0 : dearest(plans);
    return tab.reserve(new Use(promptTokens + outputTokens, nanoUsd), trail);
  }

  private long dearest(List<ModelPlan> plans) {
    Set<Rate> rates = new HashSet<>();
    for (ModelPlan plan : plans) {
      for (PlanCandidate candidate : plan.candidates()) {
        Price each = plan.price(candidate);
        if (each != null) {
          rates.add(new Rate(each, mayWriteForAnHour(candidate)));
        }
      }
    }
    long nanoUsd = 0;
    for (Rate rate : rates) {
      long most = Cost.most(promptTokens, outputTokens, rate.oneHour(), rate.price());
      nanoUsd = Math.max(nanoUsd, most);
    }
    return nanoUsd;
  }

  /**
   * Whether the prompt may be cached for an hour: the request, or the provider's block, asks it.
   */
  private boolean mayWriteForAnHour(PlanCandidate candidate) {
    PromptCacheConfig caching = candidate.upstream().config().promptCache();
    return inbound.envelope().asksOneHour() || (caching != null && caching.ttl().toHours() == 1);
  }

  /** Why the request may not be made; null where it may. */
  @Nullable Refusal refusal() {
    return tab.refusal();
  }

  /** A candidate has accepted: what went in is owed, at its price. */
  void accepted(ModelPlan plan, PlanCandidate candidate) {
    accepted = true;
    price = plan.price(candidate);
    used(null, false, 0);
  }

  /**
   * What is known of the use.
   *
   * @param usage what the provider has told; null for nothing
   * @param whole whether it will tell no more because the answer is complete
   * @param seen the output tokens that have come by estimate, for as long as they were not told
   */
  void used(@Nullable Usage usage, boolean whole, long seen) {
    if (!accepted || tab.unlimited()) {
      return;
    }
    long estimated = Math.min(outputTokens, seen);
    Usage known =
        usage == null
            ? new Usage(promptTokens, 0, 0, 0, estimated)
            : whole ? usage : withOutput(usage, Math.max(estimated, usage.output()));
    long nanoUsd = price == null ? 0 : Cost.nanoUsd(known, price);
    tab.used(new Use(known.input() + known.output(), nanoUsd));
  }

  /** The request is over. */
  void close() {
    tab.close();
  }

  private static Usage withOutput(Usage usage, long output) {
    return new Usage(
        usage.input(), usage.cacheRead(), usage.cacheWrite(), usage.cacheWrite1h(), output);
  }

  private long output() {
    if (inbound.operation() == Operation.EMBEDDINGS) {
      return 0;
    }
    Long asked = inbound.envelope().maxOutputTokens();
    return asked == null ? DEFAULT_OUTPUT_TOKENS : asked;
  }
}

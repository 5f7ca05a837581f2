package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.ModelConfig.Price;
import dev.mooring.gateway.limits.Refusal;
import dev.mooring.gateway.limits.Tab;
import dev.mooring.gateway.limits.Use;
import dev.mooring.gateway.routing.ModelPlan;
import dev.mooring.gateway.routing.RoutingTrail;
import java.util.List;
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

  /** Reserves what the dearest of the planned models may use. */
  CompletionStage<Void> reserve(List<ModelPlan> plans, RoutingTrail trail) {
    long nanoUsd = 0;
    for (ModelPlan plan : plans) {
      Price each = plan.model().price();
      if (each != null && !tab.unlimited()) {
        boolean oneHour = inbound.envelope().asksOneHour();
        nanoUsd = Math.max(nanoUsd, Cost.most(promptTokens, outputTokens, oneHour, each));
      }
    }
    Use estimate = new Use(promptTokens + outputTokens, nanoUsd);
    return tab.reserve(estimate, trail);
  }

  /** Why the request may not be made; null where it may. */
  @Nullable Refusal refusal() {
    return tab.refusal();
  }

  /** A provider has accepted: what went in is owed. */
  void accepted(ModelPlan plan) {
    accepted = true;
    price = plan.model().price();
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
    if (!accepted) {
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

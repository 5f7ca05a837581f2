package dev.mooring.gateway.relay;

import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.Promotion;
import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.config.ModelConfig.Price;
import dev.mooring.gateway.routing.ModelPlan;
import dev.mooring.gateway.routing.PlanCandidate;
import dev.mooring.gateway.routing.RoutingTrail;
import dev.mooring.gateway.routing.UnplannableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Tells where a request would go now, by the steps that an {@link Exchange} takes before its first
 * attempt. Calls nobody and writes nothing.
 */
public final class Explainer {
  private static final double MILLION = 1e6;

  private final Node node;

  /** Explains by what this node knows. */
  public Explainer(Node node) {
    this.node = node;
  }

  /** Explains a request; completes on the node's event loop. */
  public CompletionStage<Explanation> explain(Inbound inbound) {
    SessionAffinity affinity =
        inbound.operation().followsPins() ? SessionAffinity.of(inbound, node) : null;
    RoutingTrail trail = new RoutingTrail();
    ContinuityGuard continuity = new ContinuityGuard(inbound, node);
    List<ModelPlan> plans;
    try {
      plans =
          node.planner()
              .plan(
                  inbound.catalog(),
                  inbound.planRequest(affinity == null ? null : affinity.choosesBy()),
                  trail);
    } catch (UnplannableException e) {
      return CompletableFuture.completedFuture(
          explanation(inbound, affinity, trail, List.of(), e.error()));
    }
    CompletionStage<Void> reads = continuity.read();
    if (affinity != null) {
      reads = reads.thenCombine(affinity.read(plans), (a, b) -> null);
    }
    return reads.thenApply(unused -> promoted(inbound, affinity, continuity, trail, plans));
  }

  private Explanation promoted(
      Inbound inbound,
      @Nullable SessionAffinity affinity,
      ContinuityGuard continuity,
      RoutingTrail trail,
      List<ModelPlan> plans) {
    RoutingReport report =
        new RoutingReport(
            inbound.envelope().model(),
            inbound.id(),
            affinity == null ? null : affinity.session(),
            trail,
            node.clock());
    List<Explanation.ModelExplanation> models = new ArrayList<>();
    for (ModelPlan plan : plans) {
      Promotion<PlanCandidate> promotion =
          affinity == null ? SessionAffinity.unaffected(plan) : affinity.promote(plan);
      ApiError error = null;
      try {
        promotion = continuity.apply(plan, promotion, report);
      } catch (UnplannableException e) {
        error = e.error();
      } catch (RetryLaterException e) {
        error = e.error();
      }
      report.model(plan, promotion);
      PinState pin = affinity == null ? PinState.ABSENT : affinity.state(plan);
      models.add(model(inbound, trail, plan, pin, promotion));
      if (error != null) {
        return explanation(inbound, affinity, trail, models, error);
      }
      if (continuity.fixed()) {
        break;
      }
    }
    return explanation(inbound, affinity, trail, models, null);
  }

  private static Explanation.ModelExplanation model(
      Inbound inbound,
      RoutingTrail trail,
      ModelPlan plan,
      PinState pin,
      Promotion<PlanCandidate> promotion) {
    List<@Nullable Double> costs = new ArrayList<>();
    for (PlanCandidate candidate : promotion.plan()) {
      costs.add(
          inputCost(
              plan.price(candidate), inbound.envelope().promptTokens(), warm(pin, candidate)));
    }
    String told = trail.told(plan.model().id());
    return new Explanation.ModelExplanation(
        plan.model().id(), pin, promotion, PlanningReasoning.of(told, promotion.plan()), costs);
  }

  /** Whether a candidate is taken to hold the session's cache. */
  private static boolean warm(PinState state, PlanCandidate candidate) {
    if (!(state instanceof PinState.Pinned pinned)) {
      return false;
    }
    Pin pin = pinned.pin();
    return pin.provider().equals(candidate.provider())
        && pin.upstreamModel().equals(candidate.upstreamModel())
        && (pin.credential() == null || pin.credential().equals(candidate.credential()));
  }

  private static @Nullable Double inputCost(@Nullable Price price, int tokens, boolean warm) {
    if (price == null) {
      return null;
    }
    Double cacheRead = price.cacheRead();
    return tokens * (warm && cacheRead != null ? cacheRead : price.input()) / MILLION;
  }

  private static Explanation explanation(
      Inbound inbound,
      @Nullable SessionAffinity affinity,
      RoutingTrail trail,
      List<Explanation.ModelExplanation> models,
      @Nullable ApiError error) {
    return new Explanation(
        affinity == null ? null : affinity.session(),
        inbound.envelope().promptTokens(),
        trail.lines(),
        models,
        error);
  }
}

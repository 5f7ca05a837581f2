package dev.mooring.gateway.relay;

import dev.mooring.affinity.IssuerStore.Issuer;
import dev.mooring.affinity.Outcome;
import dev.mooring.affinity.Promotion;
import dev.mooring.affinity.Sha256;
import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.api.Continuity;
import dev.mooring.gateway.routing.Health;
import dev.mooring.gateway.routing.ModelPlan;
import dev.mooring.gateway.routing.PlanCandidate;
import dev.mooring.gateway.routing.UnplannableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a request with the account whose state it leans on (contract, section 5, "Hard
 * continuity"): some state is never moved, some only in need and then stripped.
 */
final class ContinuityGuard {
  private static final String TURN_STATE = "x-codex-turn-state";

  private final Inbound inbound;
  private final Node node;
  private final boolean fixed;
  private final boolean byScope;
  private final List<String> leansOn;
  private @Nullable Issuer issuer;
  private ForeignState.@Nullable Mark stripped;

  ContinuityGuard(Inbound inbound, Node node) {
    this.inbound = inbound;
    this.node = node;
    Continuity carried = inbound.envelope().continuity();
    List<String> unmovable = withTurnState(carried.fixed(), inbound.header(TURN_STATE));
    this.fixed = !unmovable.isEmpty();
    this.byScope = !carried.encryptedReasoning().isEmpty();
    List<String> movable = byScope ? carried.encryptedReasoning() : carried.signatures();
    this.leansOn = fixed ? unmovable : movable;
  }

  /** Looks the issuer up; nothing is asked when the request leans on nothing. */
  CompletionStage<Void> read() {
    if (leansOn.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    return node.issuers()
        .issuer(leansOn)
        .handle(
            (found, failure) -> {
              issuer = found;
              return null;
            });
  }

  /** Whether the request must not be moved at all. */
  boolean fixed() {
    return fixed;
  }

  /** Whether a candidate would need the request without the state that it carries. */
  boolean mustStrip(PlanCandidate candidate) {
    return !fixed && issuer != null && !holds(issuer, candidate);
  }

  /**
   * The plan under the rules of continuity: within its group, the BYOK candidates before the
   * system's and the down ones last, what holds the state comes first.
   *
   * @param report is told where another provider comes first than the session's pin put there
   * @throws UnplannableException when the one account that may serve cannot
   */
  Promotion<PlanCandidate> apply(
      ModelPlan plan, Promotion<PlanCandidate> promotion, RoutingReport report) {
    Issuer known = issuer;
    if (fixed) {
      return with(promotion, List.of(owner(known, plan, promotion)), report);
    }
    if (known == null) {
      return promotion;
    }
    List<PlanCandidate> sorted = new ArrayList<>(promotion.plan());
    sorted.sort(
        Comparator.comparing((PlanCandidate candidate) -> !candidate.byok())
            .thenComparing(PlanCandidate::down)
            .thenComparing(candidate -> !holds(known, candidate)));
    return with(promotion, sorted, report);
  }

  private boolean holds(Issuer holder, PlanCandidate candidate) {
    return holder.provider().equals(candidate.provider())
        && (!byScope || holder.cacheScope().equals(candidate.cacheScope()));
  }

  private PlanCandidate owner(
      @Nullable Issuer holder, ModelPlan plan, Promotion<PlanCandidate> promotion) {
    if (holder == null) {
      return promotion.plan().get(0);
    }
    for (PlanCandidate candidate : promotion.plan()) {
      if (candidate.provider().equals(holder.provider())
          && candidate.credential().equals(holder.credential())) {
        refuseWhileDown(candidate);
        return candidate;
      }
    }
    boolean configured =
        inbound.catalog().credential(holder.provider(), holder.credential()) != null;
    throw new UnplannableException(
        configured
            ? ApiError.invalid(
                "providerOptions.gateway.only",
                "The state that this request names is held by provider '"
                    + holder.provider()
                    + "', which the request's filters, the key or model '"
                    + plan.model().id()
                    + "' exclude. Allow that provider, or send the conversation whole.")
            : ApiError.continuityLost(
                "The account that holds the state named by this request is no longer configured."
                    + " Send the conversation whole, without the id."));
  }

  private void refuseWhileDown(PlanCandidate candidate) {
    Health.CoolDown down = node.health().coolDown(candidate.subject());
    if (down == null) {
      return;
    }
    String who = "The account that holds the state named by this request ";
    if (down.cause() == Health.Cause.RATE_LIMIT) {
      Duration left = Duration.between(node.clock().instant(), down.until());
      throw new RetryLaterException(ApiError.rateLimited(who + "is rate-limited."), left);
    }
    throw new UnplannableException(ApiError.unavailable(who + "is down at present."));
  }

  /** All state that is not fixed is left out from here on. */
  void strips() {
    stripped = ForeignState.Mark.of(inbound.envelope().strippableState());
  }

  /** A candidate serves the request as it was sent; who holds the state can read it. */
  void accepted(PlanCandidate by) {
    if (stripped == null || (issuer != null && holds(issuer, by))) {
      return;
    }
    ForeignState.Key key = key(by);
    if (key != null) {
      node.foreign().servedWithout(key, stripped);
    }
  }

  /**
   * How many of the first items of state a candidate cannot read, by what was learned of the
   * conversation; 0 where nothing was.
   */
  int unreadable(PlanCandidate candidate) {
    ForeignState.Key key = node.foreign().learned() ? key(candidate) : null;
    ForeignState.Mark mark = key == null ? null : node.foreign().unreadable(key);
    return mark != null && mark.begins(inbound.envelope().strippableState()) ? mark.count() : 0;
  }

  private ForeignState.@Nullable Key key(PlanCandidate at) {
    String first = inbound.envelope().firstState();
    String team = inbound.caller().scope().team();
    return first == null
        ? null
        : new ForeignState.Key(team, at.provider(), byScope ? at.cacheScope() : null, first);
  }

  /** Remembers who holds what an answer gives out, and the state of which it made use. */
  void issued(PlanCandidate by, Continuity given, @Nullable String turnState) {
    List<String> ids = new ArrayList<>(withTurnState(given.fixed(), turnState));
    ids.addAll(given.encryptedReasoning());
    ids.addAll(given.signatures());
    if (fixed) {
      ids.addAll(leansOn);
    }
    if (ids.isEmpty()) {
      return;
    }
    Issuer issuer = new Issuer(by.provider(), by.credential(), by.cacheScope());
    node.issuers()
        .remember(ids, issuer)
        .whenComplete(
            (unused, failure) ->
                node.metrics().affinity().written("issuer", failure == null ? "done" : "failed"));
  }

  private static Promotion<PlanCandidate> with(
      Promotion<PlanCandidate> promotion, List<PlanCandidate> plan, RoutingReport report) {
    boolean overruled = !plan.get(0).provider().equals(promotion.plan().get(0).provider());
    if (overruled
        && (promotion.outcome() == Outcome.PROMOTED || promotion.outcome() == Outcome.CONFIRMED)) {
      report.warn(
          "other",
          "continuity",
          "The state that this request leans on is held by another provider than the session's"
              + " pin put first; that provider was tried first.");
    }
    return new Promotion<>(
        plan,
        promotion.outcome(),
        promotion.pinnedProvider(),
        overruled ? null : promotion.displacedProvider());
  }

  private static List<String> withTurnState(List<String> ids, @Nullable String turnState) {
    if (turnState == null || turnState.isBlank()) {
      return ids;
    }
    List<String> all = new ArrayList<>(ids);
    all.add(Sha256.hex(turnState.strip()));
    return all;
  }
}

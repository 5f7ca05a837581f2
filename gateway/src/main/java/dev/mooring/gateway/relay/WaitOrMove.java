package dev.mooring.gateway.relay;

import dev.mooring.affinity.Promotion;
import dev.mooring.affinity.Session;
import dev.mooring.gateway.config.ModelConfig.Price;
import dev.mooring.gateway.config.WaitConfig;
import dev.mooring.gateway.routing.Condition;
import dev.mooring.gateway.routing.Health;
import dev.mooring.gateway.routing.ModelPlan;
import dev.mooring.gateway.routing.PlanCandidate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Whether a large prompt waits for the rate-limited credential that holds its cache, or moves and
 * is written anew elsewhere (contract, section 5, "A candidate that fails"; {@code affinity.wait}).
 *
 * <p>It waits where the reset is near and both costs, by the model's prices, say that waiting saves
 * something. Of one model and one request.
 */
final class WaitOrMove implements Course.Patience {
  private final Node node;
  private final Inbound inbound;
  private final ModelPlan plan;
  private final WaitConfig config;
  private final double cachedShare;

  /**
   * @param session the request's session, whose last turn tells how much is cached; null for none
   */
  WaitOrMove(Node node, Inbound inbound, @Nullable Session session, ModelPlan plan) {
    this.node = node;
    this.inbound = inbound;
    this.plan = plan;
    this.config = inbound.catalog().config().affinity().waiting();
    this.cachedShare =
        session == null || small()
            ? 1
            : node.cached().of(session.key(), plan.model().id()).orElse(1);
  }

  /** What was decided. */
  enum Verdict {
    CHEAPER("waiting is cheaper"),
    SMALL_PROMPT("the prompt is small"),
    FAR_RESET("the reset is too far"),
    SAVES_NOTHING("waiting saves nothing"),
    RETRIES_SPENT("its retries are spent");

    private final String words;

    Verdict(String words) {
      this.words = words;
    }
  }

  /**
   * A verdict, and what waiting saves.
   *
   * @param savedUsd null where it is not known
   */
  record Decision(Verdict verdict, @Nullable Double savedUsd) {
    /** The reason in words, with the sum where it is known. */
    String words() {
      return savedUsd == null
          ? verdict.words
          : String.format(Locale.ROOT, "%s (%.4f USD)", verdict.words, savedUsd);
    }
  }

  /**
   * A pinned candidate that was rate-limited when the plan was made.
   *
   * @param plan the plan in which it counts as well, as it will be when it has been waited for
   * @param pinned the candidate as it stands in that plan
   * @param delay how long until it may be tried
   * @param why whether it is waited for
   */
  record Cooling(ModelPlan plan, PlanCandidate pinned, Duration delay, Decision why) {
    /** Whether it is waited for. */
    boolean waits() {
      return why.verdict() == Verdict.CHEAPER;
    }

    /** Whether it comes first in a plan. */
    boolean comesFirst(Promotion<PlanCandidate> promotion) {
      return promotion.plan().get(0).equals(pinned);
    }
  }

  @Override
  public Decision judge(PlanCandidate pinned, @Nullable PlanCandidate elsewhere, Duration reset) {
    if (!inbound.operation().chat()) {
      return new Decision(Verdict.SAVES_NOTHING, null);
    }
    if (small()) {
      return new Decision(Verdict.SMALL_PROMPT, null);
    }
    if (reset.compareTo(config.max()) > 0) {
      return new Decision(Verdict.FAR_RESET, null);
    }
    if (elsewhere == null) {
      return new Decision(Verdict.CHEAPER, null);
    }
    CacheRules.Rule rule = CacheRules.of(node.facts(), plan.model(), pinned);
    double cached = prompt() * cachedShare;
    if (!rule.supported() || cached < rule.minTokens()) {
      return new Decision(Verdict.SAVES_NOTHING, null);
    }
    Price here = plan.price(pinned);
    Price there = plan.price(elsewhere);
    if (here == null || there == null) {
      return new Decision(Verdict.CHEAPER, null);
    }
    double stay = cached * read(here) + (prompt() - cached) * write(here);
    double move = prompt() * write(there);
    double saved = (move - stay) / 1e6;
    return saved > 0
        ? new Decision(Verdict.CHEAPER, saved)
        : new Decision(Verdict.SAVES_NOTHING, null);
  }

  /**
   * Decides for a pinned candidate that was found rate-limited while planning, where nothing else
   * shares its cache.
   *
   * @param pinned its index in the plan, or -1
   * @return null unless it is rate-limited and nobody who is well shares its cache
   */
  @Nullable Cooling cooling(int pinned) {
    if (pinned < 0 || !plan.candidates().get(pinned).down()) {
      return null;
    }
    PlanCandidate candidate = plan.candidates().get(pinned);
    Health.CoolDown down = node.health().coolDown(candidate.subject());
    if (down == null || down.cause() != Health.Cause.RATE_LIMIT) {
      return null;
    }
    PlanCandidate elsewhere = nearest(candidate);
    if (elsewhere != null && Course.closeness(candidate, elsewhere) == 0) {
      return null;
    }
    Duration left = Duration.between(node.clock().instant(), down.until());
    List<PlanCandidate> candidates = new ArrayList<>(plan.candidates());
    PlanCandidate well = candidate.in(Condition.HEALTHY);
    candidates.set(pinned, well);
    return new Cooling(plan.with(candidates), well, left, judge(candidate, elsewhere, left));
  }

  /** The nearest candidate that is well; null where there is none. */
  private @Nullable PlanCandidate nearest(PlanCandidate to) {
    PlanCandidate nearest = null;
    for (PlanCandidate candidate : plan.candidates()) {
      if (!candidate.down()
          && (nearest == null || Course.closeness(to, candidate) < Course.closeness(to, nearest))) {
        nearest = candidate;
      }
    }
    return nearest;
  }

  private boolean small() {
    return prompt() < config.minPromptTokens();
  }

  private int prompt() {
    return inbound.envelope().promptTokens();
  }

  private static double read(Price price) {
    return price.cacheRead() == null ? price.input() : price.cacheRead();
  }

  private double write(Price price) {
    Double hour = inbound.envelope().asksOneHour() ? price.cacheWrite1h() : null;
    if (hour != null) {
      return hour;
    }
    return price.cacheWrite() == null ? price.input() : price.cacheWrite();
  }
}

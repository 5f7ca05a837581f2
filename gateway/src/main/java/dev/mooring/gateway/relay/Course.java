package dev.mooring.gateway.relay;

import dev.mooring.gateway.config.RetryConfig;
import dev.mooring.gateway.routing.PlanCandidate;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The way through one model's candidates: which is tried next after a failure, and after what wait
 * (contract, section 5, "A candidate that fails").
 *
 * <p>Retries count per candidate. A pinned credential that is rate-limited is left for its siblings
 * of the same cache scope first, and then come its own retries: both keep the cache. It is waited
 * for as long as its provider's back-off allows, and longer where the request's patience does.
 */
final class Course {
  private static final double JITTER = 0.2;
  private static final Step NOW = new Step.Try(Duration.ZERO);
  private static final Step EXHAUSTED = new Step.Exhausted();

  private final List<PlanCandidate> plan;
  private final int pinned;
  private final RandomGenerator random;
  private final Patience patience;
  private final boolean[] tried;
  private final int[] retries;
  private int at;

  /** The rate-limited pinned candidate whose siblings are being tried; -1 for none. */
  private int waiting = -1;

  private @Nullable Duration waitingFor;

  /** How long the pinned candidate has been waited for. */
  private Duration waited;

  /**
   * @param plan the candidates in order; at least one
   * @param pinned the index of the candidate that a credential pin names, or -1
   * @param patience what a rate-limited pinned candidate is waited for beyond the back-off
   * @param waited how long it has been waited for already
   */
  Course(
      List<PlanCandidate> plan,
      int pinned,
      RandomGenerator random,
      Patience patience,
      Duration waited) {
    this.plan = plan;
    this.pinned = pinned;
    this.random = random;
    this.patience = patience;
    this.waited = waited;
    this.tried = new boolean[plan.size()];
    this.retries = new int[plan.size()];
    this.tried[0] = true;
  }

  /** How long a request waits for the candidate that holds its cache. */
  @FunctionalInterface
  interface Patience {
    /**
     * Decides whether it waits longer than the provider's back-off allows.
     *
     * @param pinned the rate-limited candidate
     * @param elsewhere where it would move; null where nobody who is well is left
     * @param reset how long it would have waited in all
     */
    WaitOrMove.Decision judge(
        PlanCandidate pinned, @Nullable PlanCandidate elsewhere, Duration reset);
  }

  /** What comes next. */
  sealed interface Step {
    /** How long to wait before {@link #current} is tried; null when nobody is left. */
    @Nullable Duration delay();

    /** Try {@link #current} after a wait, which may be zero. */
    record Try(Duration delay) implements Step {}

    /** Wait for the rate-limited pinned candidate, which is {@link #current}, and try it again. */
    record Wait(Duration delay, WaitOrMove.Decision why) implements Step {}

    /** Try {@link #current} now; the rate-limited pinned candidate and its cache are left. */
    record Move(WaitOrMove.Decision why) implements Step {
      @Override
      public Duration delay() {
        return Duration.ZERO;
      }
    }

    /** Nobody is left. */
    record Exhausted() implements Step {
      @Override
      public @Nullable Duration delay() {
        return null;
      }
    }
  }

  /** The candidate to try. */
  PlanCandidate current() {
    return plan.get(at);
  }

  /** Moves on after the current candidate failed. */
  Step after(FailureClass failure, @Nullable Duration retryAfter) {
    return switch (failure) {
      case CALLER_FAULT -> EXHAUSTED;
      case REJECTED, REFUSED -> {
        retries[at] = Integer.MAX_VALUE;
        yield advance();
      }
      case UNAVAILABLE -> mayRetry(at, retryAfter) ? retry(at, retryAfter) : advance();
      case RATE_LIMITED -> {
        if (at == pinned) {
          waiting = at;
          waitingFor = retryAfter;
        }
        yield advance();
      }
    };
  }

  private Step advance() {
    if (waiting >= 0) {
      int sibling = nextUntried(true);
      if (sibling >= 0) {
        return go(sibling);
      }
      int back = waiting;
      waiting = -1;
      return waitOrMove(back);
    }
    int next = nextUntried(false);
    return next < 0 ? EXHAUSTED : go(next);
  }

  private Step waitOrMove(int back) {
    int next = nextUntried(false);
    PlanCandidate elsewhere = next < 0 || plan.get(next).down() ? null : plan.get(next);
    Duration delay = waitingFor != null ? waitingFor : backoff(back);
    WaitOrMove.Decision decision = patience.judge(plan.get(back), elsewhere, waited.plus(delay));
    boolean left = retries[back] < plan.get(back).upstream().config().retry().maxRetries();
    if (left && (mayRetry(back, waitingFor) || decision.verdict() == WaitOrMove.Verdict.CHEAPER)) {
      at = back;
      retries[back]++;
      waited = waited.plus(delay);
      return new Step.Wait(delay, decision);
    }
    if (next < 0) {
      return EXHAUSTED;
    }
    go(next);
    return new Step.Move(
        left ? decision : new WaitOrMove.Decision(WaitOrMove.Verdict.RETRIES_SPENT, null));
  }

  private Step go(int index) {
    at = index;
    tried[index] = true;
    return NOW;
  }

  private Step retry(int index, @Nullable Duration retryAfter) {
    at = index;
    Duration delay = retryAfter != null ? retryAfter : backoff(index);
    retries[index]++;
    return new Step.Try(delay);
  }

  private boolean mayRetry(int index, @Nullable Duration retryAfter) {
    RetryConfig config = plan.get(index).upstream().config().retry();
    return retries[index] < config.maxRetries()
        && (retryAfter == null || retryAfter.compareTo(config.maxBackoff()) <= 0);
  }

  private Duration backoff(int index) {
    RetryConfig config = plan.get(index).upstream().config().retry();
    long longest = config.maxBackoff().toMillis();
    long plain = config.initialBackoff().toMillis() << Math.min(retries[index], 20);
    double factor = 1 - JITTER + 2 * JITTER * random.nextDouble();
    return Duration.ofMillis((long) (Math.min(plain, longest) * factor));
  }

  /** The best untried candidate; with {@code sharing}, only one that shares the waiting's cache. */
  private int nextUntried(boolean sharing) {
    PlanCandidate from = plan.get(sharing ? waiting : at);
    int best = -1;
    int bestRank = Integer.MAX_VALUE;
    for (int i = 0; i < plan.size(); i++) {
      PlanCandidate candidate = plan.get(i);
      if (tried[i] || (sharing && (candidate.down() || closeness(from, candidate) > 0))) {
        continue;
      }
      int rank =
          (candidate.byok() ? 0 : 8) + (candidate.down() ? 4 : 0) + closeness(from, candidate);
      if (rank < bestRank) {
        best = i;
        bestRank = rank;
      }
    }
    return best;
  }

  /** 0: the same cache; 1: another of the same provider; 2: the plan's order decides. */
  static int closeness(PlanCandidate from, PlanCandidate to) {
    if (!from.provider().equals(to.provider())
        || !from.upstreamModel().equals(to.upstreamModel())
        || from.byok() != to.byok()) {
      return 2;
    }
    return from.cacheScope().equals(to.cacheScope()) ? 0 : 1;
  }
}

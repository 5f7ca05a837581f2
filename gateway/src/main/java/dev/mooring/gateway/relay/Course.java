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
 * of the same cache scope first, and then come its own retries: both keep the cache.
 */
final class Course {
  private static final double JITTER = 0.2;
  private static final Step NOW = new Step.Try(Duration.ZERO);
  private static final Step EXHAUSTED = new Step.Exhausted();

  private final List<PlanCandidate> plan;
  private final int pinned;
  private final RandomGenerator random;
  private final boolean[] tried;
  private final int[] retries;
  private int at;

  /** The rate-limited pinned candidate whose siblings are being tried; -1 for none. */
  private int waiting = -1;

  private @Nullable Duration waitingFor;

  /**
   * @param plan the candidates in order; at least one
   * @param pinned the index of the candidate that a credential pin names, or -1
   */
  Course(List<PlanCandidate> plan, int pinned, RandomGenerator random) {
    this.plan = plan;
    this.pinned = pinned;
    this.random = random;
    this.tried = new boolean[plan.size()];
    this.retries = new int[plan.size()];
    this.tried[0] = true;
  }

  /** What comes next. */
  sealed interface Step {
    /** Try {@link #current} after a wait, which may be zero. */
    record Try(Duration delay) implements Step {}

    /** Nobody is left. */
    record Exhausted() implements Step {}
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
      if (mayRetry(back, waitingFor)) {
        return retry(back, waitingFor);
      }
    }
    int next = nextUntried(false);
    return next < 0 ? EXHAUSTED : go(next);
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
  private static int closeness(PlanCandidate from, PlanCandidate to) {
    if (!from.provider().equals(to.provider())
        || !from.upstreamModel().equals(to.upstreamModel())
        || from.byok() != to.byok()) {
      return 2;
    }
    return from.cacheScope().equals(to.cacheScope()) ? 0 : 1;
  }
}

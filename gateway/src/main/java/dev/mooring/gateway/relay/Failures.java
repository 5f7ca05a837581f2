package dev.mooring.gateway.relay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of a request that failed, and the one that speaks for them all: a rate limit if
 * there was one, with the shortest wait; else the last (contract, section 3).
 */
final class Failures {
  private final List<Failure> all = new ArrayList<>(0);

  /** One more. */
  void add(Failure failure) {
    all.add(failure);
  }

  /** The failure to tell the caller; there must be one. */
  Failure telling() {
    Failure telling = all.get(all.size() - 1);
    for (Failure failure : all) {
      if (failure.kind() == FailureClass.RATE_LIMITED
          && (telling.kind() != FailureClass.RATE_LIMITED || sooner(failure, telling))) {
        telling = failure;
      }
    }
    return telling;
  }

  /** How long the caller is to wait, or null where nobody said. */
  @Nullable Duration patience(Failure telling) {
    return telling.kind() == FailureClass.RATE_LIMITED ? telling.retryAfter() : null;
  }

  private static boolean sooner(Failure failure, Failure than) {
    Duration wait = failure.retryAfter();
    Duration other = than.retryAfter();
    return wait != null && (other == null || wait.compareTo(other) < 0);
  }
}

package dev.mooring.store.redis;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether Redis refuses writes although it answers: after a number of refusals in a row, until it
 * takes one.
 */
final class WriteRefusals {
  private static final Logger log = LoggerFactory.getLogger(WriteRefusals.class);

  private final InstantSource clock;
  private final AtomicInteger inARow = new AtomicInteger();
  private final AtomicReference<@Nullable Instant> since = new AtomicReference<>();

  WriteRefusals(InstantSource clock) {
    this.clock = clock;
  }

  /** Since when writes are refused; empty while they are not. */
  Optional<Instant> since() {
    return Optional.ofNullable(since.get());
  }

  /**
   * Counts how a write ended; an outage tells nothing of refusals.
   *
   * @param failure null where it was taken
   */
  void count(@Nullable Throwable failure) {
    if (failure == null) {
      if (inARow.getPlain() != 0) {
        over();
      }
    } else if (Refusal.is(failure)
        && inARow.incrementAndGet() >= Breaker.FAILURES
        && since.compareAndSet(null, clock.instant())) {
      log.warn("Redis: refuses writes, reads go on: {}", failure.toString());
    }
  }

  private void over() {
    inARow.set(0);
    if (since.getAndSet(null) != null) {
      log.info("Redis: takes writes again");
    }
  }
}

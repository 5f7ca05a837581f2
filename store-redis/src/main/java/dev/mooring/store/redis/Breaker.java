package dev.mooring.store.redis;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops calls to a Redis that does not answer: after a number of failures in a row every call fails
 * at once, and a probe of the breaker's own asks Redis from time to time, so that no request ever
 * waits to find out. The first probe that is answered lets calls through again. A {@link Refusal}
 * is an answer.
 *
 * <p>Calls that were under way together and failed count as one failure: a pause of this process or
 * of the network meets them all, and is over with them.
 */
final class Breaker {
  /** Failures in a row that open it. */
  static final int FAILURES = 5;

  /** The time between two probes while it is open. */
  static final Duration PROBE_EVERY = Duration.ofMillis(200);

  private static final Logger log = LoggerFactory.getLogger(Breaker.class);

  private final Supplier<? extends CompletionStage<?>> probe;
  private final Later later;
  private final InstantSource clock;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicReference<@Nullable Instant> openSince = new AtomicReference<>();

  Breaker(Supplier<? extends CompletionStage<?>> probe, Later later, InstantSource clock) {
    this.probe = probe;
    this.later = later;
    this.clock = clock;
  }

  /** Adds what is run each time calls are let through again. */
  void onClose(Runnable listener) {
    listeners.add(listener);
  }

  /** Since when calls fail at once; empty while they are made. */
  Optional<Instant> openSince() {
    return Optional.ofNullable(openSince.get());
  }

  /** Whether calls fail at once. */
  boolean open() {
    return openSince.get() != null;
  }

  /** Makes the call, or fails at once. */
  <T> CompletionStage<T> run(Supplier<CompletionStage<T>> call) {
    return run(call, failure -> {});
  }

  /**
   * Makes the call, or fails at once.
   *
   * @param ended hears how it failed, in either way, or null where it did not
   */
  <T> CompletionStage<T> run(
      Supplier<CompletionStage<T>> call, Consumer<@Nullable Throwable> ended) {
    if (open()) {
      StoreUnavailableException away = new StoreUnavailableException("Redis: away");
      ended.accept(away);
      return CompletableFuture.failedStage(away);
    }
    int before = failures.get();
    return call.get()
        .whenComplete(
            (value, failure) -> {
              count(before, failure);
              ended.accept(failure);
            });
  }

  /**
   * Counts how a call ended.
   *
   * @param before the failures in a row when it was made
   */
  private void count(int before, @Nullable Throwable failure) {
    if (failure == null || Refusal.is(failure)) {
      failures.setPlain(0);
      return;
    }
    boolean first = failures.compareAndSet(before, before + 1);
    if (first && before + 1 >= FAILURES && openSince.compareAndSet(null, clock.instant())) {
      log.warn("Redis: away, calls are stopped: {}", failure.toString());
      probeLater();
    }
  }

  private void probeLater() {
    later.run(PROBE_EVERY, () -> probe.get().whenComplete((value, failure) -> judge(failure)));
  }

  private void judge(@Nullable Throwable failure) {
    if (failure != null) {
      probeLater();
      return;
    }
    failures.set(0);
    openSince.set(null);
    log.info("Redis: back, calls are made again");
    listeners.forEach(Runnable::run);
  }
}

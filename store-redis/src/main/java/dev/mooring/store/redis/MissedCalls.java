package dev.mooring.store.redis;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls that may be repeated, and are until Redis has answered: what fails waits in line, one after
 * the other, with a pause while Redis is away. Past a bound the oldest is given up, and counted.
 */
final class MissedCalls {
  /** The most calls that wait. */
  static final int LIMIT = 10_000;

  /** The pause before another try. */
  static final Duration AGAIN = Duration.ofMillis(100);

  private final Breaker breaker;
  private final Later later;
  private final ArrayDeque<Supplier<CompletionStage<Void>>> waiting = new ArrayDeque<>();
  private final AtomicBoolean repeating = new AtomicBoolean();
  private final AtomicLong givenUp = new AtomicLong();

  MissedCalls(Breaker breaker, Later later) {
    this.breaker = breaker;
    this.later = later;
    breaker.onClose(this::repeat);
  }

  /** Makes a call; where it fails it is made again later, though the stage fails now. */
  CompletionStage<Void> run(Supplier<CompletionStage<Void>> call) {
    return call.get()
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                keep(call);
                repeatLater();
              }
            });
  }

  /** How many wait. */
  int waiting() {
    synchronized (waiting) {
      return waiting.size();
    }
  }

  /** How many were given up. */
  long givenUp() {
    return givenUp.get();
  }

  private void keep(Supplier<CompletionStage<Void>> call) {
    synchronized (waiting) {
      if (waiting.size() == LIMIT) {
        waiting.removeFirst();
        givenUp.incrementAndGet();
      }
      waiting.addLast(call);
    }
  }

  /** Repeats soon, unless the breaker is open (its closing does) or a repetition is under way. */
  private void repeatLater() {
    if (!breaker.open() && repeating.compareAndSet(false, true)) {
      later.run(AGAIN, this::next);
    }
  }

  private void repeat() {
    if (repeating.compareAndSet(false, true)) {
      next();
    }
  }

  private void next() {
    Supplier<CompletionStage<Void>> call = first();
    if (call == null) {
      repeating.set(false);
      if (waiting() > 0) {
        repeatLater();
      }
      return;
    }
    call.get()
        .whenComplete(
            (done, failure) -> {
              if (failure == null) {
                next();
              } else {
                keep(call);
                repeating.set(false);
                repeatLater();
              }
            });
  }

  private @Nullable Supplier<CompletionStage<Void>> first() {
    synchronized (waiting) {
      return waiting.pollFirst();
    }
  }
}

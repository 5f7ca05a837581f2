package dev.mooring.store.redis;

import dev.mooring.affinity.SessionKey;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Runs the steps of one session one after the other, in the order in which they were given, and
 * those of different sessions side by side.
 */
final class SessionLanes {
  private final ConcurrentHashMap<SessionKey, CompletableFuture<?>> tails =
      new ConcurrentHashMap<>();

  /** Starts {@code step} when the session's earlier steps have ended, well or not. */
  <T> CompletionStage<T> run(SessionKey session, Supplier<CompletionStage<T>> step) {
    CompletableFuture<T> done = new CompletableFuture<>();
    CompletionStage<?> before = tails.put(session, done);
    if (before == null) {
      start(session, step, done);
    } else {
      before.whenComplete((value, failure) -> start(session, step, done));
    }
    return done.minimalCompletionStage();
  }

  private <T> void start(
      SessionKey session, Supplier<CompletionStage<T>> step, CompletableFuture<T> done) {
    CompletionStage<T> stage;
    try {
      stage = step.get();
    } catch (RuntimeException e) {
      stage = CompletableFuture.failedFuture(e);
    }
    stage.whenComplete(
        (value, failure) -> {
          tails.remove(session, done);
          if (failure == null) {
            done.complete(value);
          } else {
            done.completeExceptionally(failure);
          }
        });
  }
}

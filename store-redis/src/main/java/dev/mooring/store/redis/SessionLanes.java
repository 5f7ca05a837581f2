package dev.mooring.store.redis;

import dev.mooring.affinity.SessionKey;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs the steps of one session one after the other, in the order in which they were given, and
 * those of different sessions side by side.
 */
final class SessionLanes {
  private final ConcurrentHashMap<SessionKey, CompletableFuture<?>> tails =
      new ConcurrentHashMap<>();

  /**
   * Starts a step when the session's earlier steps have ended, well or not.
   *
   * @param end completes, in whichever way, when the step has ended
   * @param start begins the step
   */
  void run(SessionKey session, CompletableFuture<?> end, Runnable start) {
    CompletionStage<?> before = tails.put(session, end);
    CompletionStage<?> ended = end;
    ended.whenComplete((value, failure) -> tails.remove(session, end));
    if (before == null) {
      begin(end, start);
    } else {
      before.whenComplete((value, failure) -> begin(end, start));
    }
  }

  private static void begin(CompletableFuture<?> end, Runnable start) {
    try {
      start.run();
    } catch (RuntimeException e) {
      end.completeExceptionally(e);
    }
  }
}

package dev.mooring.affinity;

import dev.mooring.affinity.cache.CacheHistory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The record that keeps nothing. */
final class NoRecord implements SessionRecord {
  @Override
  public CompletionStage<Optional<RecordedSession>> lookup(SessionKey session) {
    return CompletableFuture.completedStage(Optional.empty());
  }

  @Override
  public void assign(
      SessionKey session, @Nullable String id, Assignment assignment, Instant time) {}

  @Override
  public void countSwitch(
      SessionKey session, @Nullable String id, Assignment assignment, Instant time) {}

  @Override
  public void updateTokens(SessionKey session, Tokens tokens, Instant time) {}

  @Override
  public CompletionStage<CacheHistory> cache(SessionKey session) {
    return CompletableFuture.completedStage(CacheHistory.NONE);
  }

  @Override
  public void keepCache(SessionKey session, CacheHistory history) {}

  @Override
  public void insert(Event event) {}

  @Override
  public CompletionStage<SessionPage> sessions(SessionQuery query) {
    return CompletableFuture.completedStage(SessionPage.EMPTY);
  }

  @Override
  public CompletionStage<List<Event>> events(EventQuery query) {
    return CompletableFuture.completedStage(List.of());
  }
}

package dev.mooring.store.redis;

import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord.Assignment;
import dev.mooring.affinity.SessionRecord.Event;
import dev.mooring.affinity.SessionRecord.Tokens;
import dev.mooring.affinity.cache.CacheHistory;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One write to the record of sessions. */
sealed interface RecordWrite {
  /** The session whose row or event it is. */
  SessionKey session();

  /**
   * A session is served by this assignment.
   *
   * @param counts whether a change is a switch
   */
  record Assigned(
      SessionKey session, @Nullable String id, Assignment assignment, Instant time, boolean counts)
      implements RecordWrite {}

  /** A turn ended. */
  record Used(SessionKey session, Tokens tokens, Instant time) implements RecordWrite {}

  /** What is known of a session's caches has changed. */
  record Cached(SessionKey session, CacheHistory history) implements RecordWrite {}

  /** What is known of a session's caches is asked for. */
  record Asked(SessionKey session, CompletableFuture<CacheHistory> answer) implements RecordWrite {}

  /** An attempt ended. */
  record Logged(Event event) implements RecordWrite {
    @Override
    public SessionKey session() {
      return event.session();
    }
  }
}

package dev.mooring.store.memory;

import dev.mooring.affinity.RecordedSession;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.cache.CacheHistory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The record in the sessions file. */
record SqliteSessionRecord(SqliteWriter writer) implements SessionRecord {
  @Override
  public CompletionStage<Optional<RecordedSession>> lookup(SessionKey session) {
    return writer.read(tables -> new SqliteRecordTables(tables).session(session));
  }

  @Override
  public void assign(SessionKey session, @Nullable String id, Assignment assignment, Instant time) {
    writer.add(
        tables -> new SqliteRecordTables(tables).assign(session, id, assignment, time, false));
  }

  @Override
  public void countSwitch(
      SessionKey session, @Nullable String id, Assignment assignment, Instant time) {
    writer.add(
        tables -> new SqliteRecordTables(tables).assign(session, id, assignment, time, true));
  }

  @Override
  public void updateTokens(SessionKey session, Tokens tokens, Instant time) {
    writer.add(tables -> new SqliteRecordTables(tables).updateTokens(session, tokens, time));
  }

  /** Asked among the changes, so that it does not end the time in which these are gathered. */
  @Override
  public CompletionStage<CacheHistory> cache(SessionKey session) {
    CompletableFuture<CacheHistory> answer = new CompletableFuture<>();
    writer.add(tables -> answer.complete(new SqliteRecordTables(tables).cache(session)));
    return answer;
  }

  @Override
  public void keepCache(SessionKey session, CacheHistory history) {
    writer.add(tables -> new SqliteRecordTables(tables).keepCache(session, history));
  }

  @Override
  public void insert(Event event) {
    writer.add(tables -> new SqliteRecordTables(tables).insert(event));
  }

  @Override
  public CompletionStage<SessionPage> sessions(SessionQuery query) {
    return writer.read(tables -> new SqliteRecordTables(tables).sessions(query));
  }

  @Override
  public CompletionStage<List<Event>> events(EventQuery query) {
    return writer.read(tables -> new SqliteRecordTables(tables).events(query));
  }
}

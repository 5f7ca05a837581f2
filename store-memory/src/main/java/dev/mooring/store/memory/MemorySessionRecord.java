package dev.mooring.store.memory;

import dev.mooring.affinity.RecordedSession;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.cache.CacheHistory;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The record of a node that stands alone and keeps nothing over restarts: bounded, the least
 * recently used session and the oldest event out first. Its lock is held for a few assignments, and
 * while a read copies references and numbers.
 */
public final class MemorySessionRecord implements SessionRecord {
  /** The most sessions it keeps. */
  public static final int MAX_SESSIONS = 50_000;

  /** The most events it keeps. */
  public static final int MAX_EVENTS = 20_000;

  private static final int DROPPED_PER_WRITE = 4;

  private final InstantSource clock;
  private final Retention retention;
  private final int maxSessions;

  /** In the order of their last write. */
  private final Map<SessionKey, RecordedSession> rows = new LinkedHashMap<>();

  private final EventLog log;

  /** An empty record with the default bounds. */
  public MemorySessionRecord(InstantSource clock, Retention retention) {
    this(clock, retention, MAX_SESSIONS, MAX_EVENTS);
  }

  MemorySessionRecord(InstantSource clock, Retention retention, int maxSessions, int maxEvents) {
    this.clock = clock;
    this.retention = retention;
    this.maxSessions = maxSessions;
    this.log = new EventLog(maxEvents);
  }

  @Override
  public CompletionStage<Optional<RecordedSession>> lookup(SessionKey session) {
    return CompletableFuture.completedStage(Optional.ofNullable(row(session)));
  }

  @Override
  public synchronized void assign(
      SessionKey session, @Nullable String id, Assignment assignment, Instant time) {
    RecordedSession row = rows.remove(session);
    put(
        row == null
            ? RecordedSession.first(session, id, assignment, time)
            : row.assigned(id, assignment, time));
  }

  @Override
  public synchronized void countSwitch(
      SessionKey session, @Nullable String id, Assignment assignment, Instant time) {
    RecordedSession row = rows.remove(session);
    put(
        row == null
            ? RecordedSession.first(session, id, assignment, time)
            : row.switched(id, assignment, time));
  }

  @Override
  public synchronized void updateTokens(SessionKey session, Tokens tokens, Instant time) {
    RecordedSession row = rows.remove(session);
    if (row != null) {
      put(row.used(tokens, time));
    }
  }

  @Override
  public CompletionStage<CacheHistory> cache(SessionKey session) {
    RecordedSession row = row(session);
    return CompletableFuture.completedStage(row == null ? CacheHistory.NONE : row.cache());
  }

  @Override
  public synchronized void keepCache(SessionKey session, CacheHistory history) {
    rows.computeIfPresent(session, (key, row) -> row.with(history));
  }

  @Override
  public synchronized void insert(Event event) {
    RecordedSession row = rows.get(event.session());
    log.add(event, row == null ? event.session() : row.key());
    Instant oldest = clock.instant().minus(retention.events());
    for (int i = 0; i < DROPPED_PER_WRITE && log.beginsBy(oldest); i++) {
      log.removeFirst();
    }
  }

  @Override
  public CompletionStage<SessionPage> sessions(SessionQuery query) {
    List<RecordedSession> found =
        page(
            copyOfRows().stream()
                .filter(row -> !row.lastUsed().isBefore(query.usedSince()))
                .filter(row -> row.key().hex().startsWith(query.keyPrefix())),
            RecordedSession::position,
            query.after(),
            query.limit() + 1);
    return CompletableFuture.completedStage(SessionPage.of(found, query.limit()));
  }

  @Override
  public CompletionStage<List<Event>> events(EventQuery query) {
    return CompletableFuture.completedStage(
        page(logged(query.session()).stream(), Event::position, query.after(), query.limit()));
  }

  private static <T> List<T> page(
      Stream<T> all,
      java.util.function.Function<T, Position> position,
      @Nullable Position after,
      int limit) {
    Comparator<T> latestFirst =
        Comparator.comparing(position, (a, b) -> a.equals(b) ? 0 : a.before(b) ? -1 : 1);
    return all.filter(each -> after == null || after.before(position.apply(each)))
        .sorted(latestFirst)
        .limit(limit)
        .toList();
  }

  private synchronized @Nullable RecordedSession row(SessionKey session) {
    return rows.get(session);
  }

  private synchronized List<RecordedSession> copyOfRows() {
    return new ArrayList<>(rows.values());
  }

  /** The events of a session; of all, made from a copy, since they are many objects. */
  private List<Event> logged(@Nullable SessionKey session) {
    EventLog copy;
    synchronized (this) {
      if (session != null) {
        return log.of(session);
      }
      copy = log.copy();
    }
    return copy.of(null);
  }

  /** Puts a row last; rows that are too many or too old go. */
  private void put(RecordedSession row) {
    rows.put(row.key(), row);
    Instant oldest = clock.instant().minus(retention.sessions());
    Iterator<RecordedSession> eldest = rows.values().iterator();
    for (int i = 0; i < DROPPED_PER_WRITE && eldest.hasNext(); i++) {
      if (eldest.next().lastUsed().isAfter(oldest) && rows.size() <= maxSessions) {
        return;
      }
      eldest.remove();
    }
  }
}

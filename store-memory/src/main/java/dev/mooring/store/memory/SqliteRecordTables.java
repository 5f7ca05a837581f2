package dev.mooring.store.memory;

import dev.mooring.affinity.RecordedSession;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord.Assignment;
import dev.mooring.affinity.SessionRecord.Event;
import dev.mooring.affinity.SessionRecord.EventQuery;
import dev.mooring.affinity.SessionRecord.Position;
import dev.mooring.affinity.SessionRecord.Reason;
import dev.mooring.affinity.SessionRecord.Retention;
import dev.mooring.affinity.SessionRecord.SessionPage;
import dev.mooring.affinity.SessionRecord.SessionQuery;
import dev.mooring.affinity.SessionRecord.Tokens;
import dev.mooring.affinity.cache.CacheHistory;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the record is in the database.
 *
 * @param tables the connection and its statements
 */
record SqliteRecordTables(SqliteTables tables) {
  /** The most events that are kept, whatever the retention; about 250 MB. */
  static final long MAX_EVENTS = 1_000_000;

  /** After every hexadecimal digit in the order of texts. */
  private static final String PAST_HEX = "g";

  private static final String SESSION =
      "SELECT session, session_id, provider, credential, model, api, assigned_at, first_used_at,"
          + " last_used_at, requests, input_tokens, cached_tokens, output_tokens, switches,"
          + " cache_history"
          + " FROM sessions ";
  private static final String ASSIGN =
      "INSERT INTO sessions (session, session_id, provider, credential, model, api, assigned_at,"
          + " first_used_at, last_used_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?7)"
          + " ON CONFLICT (session) DO UPDATE SET"
          + " switches = switches + (?8 AND (provider, credential, model, api)"
          + " <> (?3, ?4, ?5, ?6)),"
          + " assigned_at = iif((provider, credential, model, api) = (?3, ?4, ?5, ?6),"
          + " assigned_at, ?7),"
          + " session_id = ifnull(?2, session_id), provider = ?3, credential = ?4, model = ?5,"
          + " api = ?6, last_used_at = max(last_used_at, ?7)";
  private static final String EVENT =
      "SELECT session, request_id, attempt, api, model, provider, credential, billing_model,"
          + " reason, input_tokens, cached_tokens, output_tokens, status, latency_ms, created_at"
          + " FROM routing_events WHERE ";
  private static final String EVENT_NAME = "request_id || '#' || printf('%03d', attempt)";

  /**
   * @param counts whether a change of the assignment is a switch
   */
  void assign(
      SessionKey session, @Nullable String id, Assignment assignment, Instant time, boolean counts)
      throws SQLException {
    tables.update(
        ASSIGN,
        session.hex(),
        id,
        assignment.provider(),
        assignment.credential(),
        assignment.model(),
        assignment.api(),
        time.toEpochMilli(),
        counts ? 1 : 0);
  }

  void updateTokens(SessionKey session, Tokens tokens, Instant time) throws SQLException {
    tables.update(
        "UPDATE sessions SET requests = requests + 1, input_tokens = input_tokens + ?,"
            + " cached_tokens = cached_tokens + ?, output_tokens = output_tokens + ?,"
            + " last_used_at = max(last_used_at, ?) WHERE session = ?",
        tokens.input(),
        tokens.cached(),
        tokens.output(),
        time.toEpochMilli(),
        session.hex());
  }

  CacheHistory cache(SessionKey session) throws SQLException {
    return session(session).map(RecordedSession::cache).orElse(CacheHistory.NONE);
  }

  void keepCache(SessionKey session, CacheHistory history) throws SQLException {
    tables.update(
        "UPDATE sessions SET cache_history = ? WHERE session = ?", history.encode(), session.hex());
  }

  void insert(Event event) throws SQLException {
    tables.update(
        "INSERT INTO routing_events VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        event.session().hex(),
        event.requestId(),
        event.attempt(),
        event.api(),
        event.model(),
        event.provider(),
        event.credential(),
        event.billingModel(),
        event.reason().wireName(),
        event.tokens().input(),
        event.tokens().cached(),
        event.tokens().output(),
        event.status(),
        event.latency().toMillis(),
        event.time().toEpochMilli());
  }

  Optional<RecordedSession> session(SessionKey session) throws SQLException {
    try (ResultSet row =
        tables.statement(SESSION + "WHERE session = ?", session.hex()).executeQuery()) {
      return row.next() ? Optional.of(session(row)) : Optional.empty();
    }
  }

  SessionPage sessions(SessionQuery query) throws SQLException {
    Position after = query.after();
    PreparedStatement statement =
        tables.statement(
            SESSION
                + "WHERE last_used_at >= ? AND (last_used_at, session) < (?, ?)"
                + " AND session >= ? AND session < ?"
                + " ORDER BY last_used_at DESC, session DESC LIMIT ?",
            query.usedSince().toEpochMilli(),
            after == null ? Long.MAX_VALUE : after.time().toEpochMilli(),
            after == null ? "" : after.name(),
            query.keyPrefix(),
            query.keyPrefix() + PAST_HEX,
            query.limit() + 1);
    List<RecordedSession> found = new ArrayList<>();
    try (ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        found.add(session(row));
      }
    }
    return SessionPage.of(found, query.limit());
  }

  List<Event> events(EventQuery query) throws SQLException {
    Position after = query.after();
    SessionKey session = query.session();
    long time = after == null ? Long.MAX_VALUE : after.time().toEpochMilli();
    String name = after == null ? "" : after.name();
    String rest =
        "(created_at, "
            + EVENT_NAME
            + ") < (?, ?) ORDER BY created_at DESC, "
            + EVENT_NAME
            + " DESC LIMIT ?";
    PreparedStatement statement =
        session == null
            ? tables.statement(EVENT + rest, time, name, query.limit())
            : tables.statement(
                EVENT + "session = ? AND " + rest, session.hex(), time, name, query.limit());
    List<Event> page = new ArrayList<>();
    try (ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        page.add(event(row));
      }
    }
    return page;
  }

  /** Deletes what has been kept long enough, at most so many rows a table. */
  void forget(Instant now, Retention retention, int most) throws SQLException {
    tables.update(
        "DELETE FROM sessions WHERE session IN"
            + " (SELECT session FROM sessions WHERE last_used_at <= ? LIMIT ?)",
        now.minus(retention.sessions()).toEpochMilli(),
        most);
    tables.update(
        "DELETE FROM routing_events WHERE id IN"
            + " (SELECT id FROM routing_events WHERE created_at <= ? LIMIT ?)",
        now.minus(retention.events()).toEpochMilli(),
        most);
    tables.update(
        "DELETE FROM routing_events WHERE id IN (SELECT id FROM routing_events WHERE id <="
            + " (SELECT max(id) FROM routing_events) - ? LIMIT ?)",
        MAX_EVENTS,
        most);
  }

  private static RecordedSession session(ResultSet row) throws SQLException {
    return new RecordedSession(
        new SessionKey(row.getString(1)),
        row.getString(2),
        new Assignment(row.getString(3), row.getString(4), row.getString(5), row.getString(6)),
        Instant.ofEpochMilli(row.getLong(7)),
        Instant.ofEpochMilli(row.getLong(8)),
        Instant.ofEpochMilli(row.getLong(9)),
        row.getLong(10),
        new Tokens(row.getLong(11), row.getLong(12), row.getLong(13)),
        row.getLong(14),
        CacheHistory.parse(row.getString(15)));
  }

  private static Event event(ResultSet row) throws SQLException {
    return new Event(
        new SessionKey(row.getString(1)),
        row.getString(2),
        row.getInt(3),
        row.getString(4),
        row.getString(5),
        row.getString(6),
        row.getString(7),
        row.getString(8),
        Reason.of(row.getString(9)),
        new Tokens(row.getLong(10), row.getLong(11), row.getLong(12)),
        row.getInt(13),
        Duration.ofMillis(row.getLong(14)),
        Instant.ofEpochMilli(row.getLong(15)));
  }
}

package dev.mooring.affinity;

import dev.mooring.affinity.cache.CacheHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of sessions for people to look at: a row a session, which names who serves it now,
 * and a log of routing events (contract, section 8). Routing never reads it.
 *
 * <p>Writes are sent and not waited for: they never block, never fail, and are lost rather than
 * held in more memory than is bounded. Those that one thread issues for one session take effect in
 * the order in which they were issued, a moment later. Reads complete on any thread. All
 * implementations pass {@code SessionRecordContract} of this module's test kit.
 */
public interface SessionRecord {
  /** Keeps nothing. */
  SessionRecord NONE = new NoRecord();

  /** Why a candidate was tried. */
  enum Reason {
    /** The session's pin led to it. */
    AFFINITY,
    /** It was the cheapest. */
    COST,
    /** It came first in the order that was asked for or written. */
    ORDER,
    /** It was drawn by weight. */
    WEIGHT,
    /** A routing rule named it. */
    RULE,
    /** Another candidate had failed, or who held the session could not serve. */
    FALLBACK,
    /** It had failed before, and was tried again. */
    RETRY;

    /** The name in records and logs, for example {@code affinity}. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The reason of that name. */
    public static Reason of(String wireName) {
      return valueOf(wireName.toUpperCase(Locale.ROOT));
    }
  }

  /**
   * Who serves a session.
   *
   * @param provider the provider's id
   * @param credential the credential's id; for a caller's own a keyed hash
   * @param model the gateway's id of the model
   * @param api the API that the session uses, for example {@code messages}
   */
  record Assignment(String provider, String credential, String model, String api) {}

  /**
   * Tokens of one turn.
   *
   * @param input all input tokens, those from the cache included
   * @param cached the input tokens that came from the cache
   */
  record Tokens(long input, long cached, long output) {
    /** None used, or none told. */
    public static final Tokens NONE = new Tokens(0, 0, 0);
  }

  /**
   * One attempt of one request, as it ended.
   *
   * @param attempt which attempt of its request, from 1
   * @param api the API that was called, for example {@code messages}
   * @param model the gateway's id of the model
   * @param credential the credential's id; for a caller's own a keyed hash
   * @param billingModel the model as the provider names and bills it
   * @param status the status of the attempt: the provider's own, or the one that says what happened
   *     where it gave none; 499 when the caller went away
   * @param latency from the attempt's start to its end
   * @param time when the attempt ended, by the node's clock
   */
  record Event(
      SessionKey session,
      String requestId,
      int attempt,
      String api,
      String model,
      String provider,
      String credential,
      String billingModel,
      Reason reason,
      Tokens tokens,
      int status,
      Duration latency,
      Instant time) {

    /** Where it stands in the log; no other event has its place. */
    public Position position() {
      return new Position(time, "%s#%03d".formatted(requestId, attempt));
    }
  }

  /**
   * How long things are kept.
   *
   * @param events routing events, from when they happened; positive
   * @param sessions rows of sessions, from their last use; positive
   */
  record Retention(Duration events, Duration sessions) {
    /** Events for 7 days, sessions for 30. */
    public static final Retention DEFAULT = new Retention(Duration.ofDays(7), Duration.ofDays(30));

    public Retention {
      positive("events", events);
      positive("sessions", sessions);
    }

    private static void positive(String name, Duration duration) {
      if (duration.isNegative() || duration.isZero()) {
        throw new IllegalArgumentException(name + ": " + duration + " (expected: positive)");
      }
    }
  }

  /**
   * A place in a list that is ordered by time, the latest first.
   *
   * @param name what tells entries of the same millisecond apart, in descending order
   */
  record Position(Instant time, String name) {
    /** Whether an entry at another place comes after this one in the list. */
    public boolean before(Position other) {
      long mine = time.toEpochMilli();
      long its = other.time.toEpochMilli();
      return its < mine || (its == mine && other.name.compareTo(name) < 0);
    }
  }

  /**
   * A page of sessions, the last used first.
   *
   * @param usedSince only sessions that were used at this time or later
   * @param keyPrefix only sessions whose key begins so; empty for all
   * @param after where the page before says that the next goes on; null for the first page
   * @param limit the most entries; positive
   */
  record SessionQuery(Instant usedSince, String keyPrefix, @Nullable Position after, int limit) {
    /** The first page of the sessions that are active at a time. */
    public static SessionQuery active(Instant now, int limit) {
      return new SessionQuery(now.minus(RecordedSession.ACTIVE), "", null, limit);
    }
  }

  /**
   * A page of sessions, as it was found.
   *
   * @param sessions at most as many as were asked for; fewer are no sign that the list ends
   * @param next where the next page goes on; null where nothing follows
   */
  record SessionPage(List<RecordedSession> sessions, @Nullable Position next) {
    /** A page without sessions, and none after it. */
    public static final SessionPage EMPTY = new SessionPage(List.of(), null);

    /**
     * The page of rows that stand where they say.
     *
     * @param found in the list's order, as many as were asked for and one more, where there are
     * @param limit how many were asked for
     */
    public static SessionPage of(List<RecordedSession> found, int limit) {
      return found.size() <= limit
          ? new SessionPage(List.copyOf(found), null)
          : new SessionPage(List.copyOf(found.subList(0, limit)), found.get(limit - 1).position());
    }
  }

  /**
   * A page of events, the latest first.
   *
   * @param session only events of this session; null for all
   * @param after the last entry of the page before; null for the first page
   * @param limit the most entries; positive
   */
  record EventQuery(@Nullable SessionKey session, @Nullable Position after, int limit) {}

  /** Looks up a session's row; fails when the record cannot answer. */
  CompletionStage<Optional<RecordedSession>> lookup(SessionKey session);

  /**
   * A session is served by this assignment. The first one makes its row; a later one replaces what
   * the row names, without counting a switch: another model, or a pin that had expired.
   *
   * @param id the session's ID in clear, where that is to be kept; else null
   */
  void assign(SessionKey session, @Nullable String id, Assignment assignment, Instant time);

  /**
   * A session is served elsewhere than where its cache is. Counts a switch if the row names another
   * assignment, so that racing turns that moved the same way count once; a session without a row
   * gets one.
   *
   * @param id the session's ID in clear, where that is to be kept; else null
   */
  void countSwitch(SessionKey session, @Nullable String id, Assignment assignment, Instant time);

  /**
   * Adds the tokens of one turn, and counts one request. A session without a row stays without.
   *
   * @param time when the turn ended
   */
  void updateTokens(SessionKey session, Tokens tokens, Instant time);

  /**
   * What a session's last turns left in caches, and how its turns missed them; empty for a session
   * without a row. It is asked along with writes, and what was written before is in it: it comes a
   * moment later, on any thread, and where the record gives it up like a write, never.
   */
  CompletionStage<CacheHistory> cache(SessionKey session);

  /**
   * Keeps what a session's last turns left in caches, and how its turns missed them, in place of
   * what was kept before: of turns that race the last counts. A session without a row stays
   * without.
   */
  void keepCache(SessionKey session, CacheHistory history);

  /** Adds an event to the log; it changes no row. */
  void insert(Event event);

  /** Lists sessions; fails when the record cannot answer. */
  CompletionStage<SessionPage> sessions(SessionQuery query);

  /** Lists events; fails when the record cannot answer. */
  CompletionStage<List<Event>> events(EventQuery query);
}

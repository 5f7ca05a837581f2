package dev.mooring.affinity;

import dev.mooring.affinity.SessionRecord.Assignment;
import dev.mooring.affinity.SessionRecord.Position;
import dev.mooring.affinity.SessionRecord.Tokens;
import dev.mooring.affinity.cache.CacheHistory;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A session's row in the record.
 *
 * @param id the session's ID in clear; null where it is not kept
 * @param assignment who serves it now
 * @param assignedAt since when that assignment holds
 * @param firstUsed its first turn
 * @param lastUsed its last turn
 * @param requests the turns that a provider has accepted and that ended
 * @param tokens the sums of all turns
 * @param switches how often it was served elsewhere than where its cache was
 * @param cache what its last turns left in caches, and how its turns missed them
 */
public record RecordedSession(
    SessionKey key,
    @Nullable String id,
    Assignment assignment,
    Instant assignedAt,
    Instant firstUsed,
    Instant lastUsed,
    long requests,
    Tokens tokens,
    long switches,
    CacheHistory cache) {

  /** How long after its last use a session counts as active: as long as a pin can last. */
  public static final Duration ACTIVE = Duration.ofHours(1);

  /** The row that a first assignment makes. */
  public static RecordedSession first(
      SessionKey key, @Nullable String id, Assignment assignment, Instant time) {
    return new RecordedSession(
        key, id, assignment, time, time, time, 0, Tokens.NONE, 0, CacheHistory.NONE);
  }

  /** Whether it is active at a time. */
  public boolean active(Instant now) {
    return now.isBefore(lastUsed.plus(ACTIVE));
  }

  /** Where it stands in a list of sessions. */
  public Position position() {
    return new Position(lastUsed, key.hex());
  }

  /** The row after it was assigned again, without a switch. */
  public RecordedSession assigned(@Nullable String clear, Assignment next, Instant time) {
    boolean same = assignment.equals(next);
    return new RecordedSession(
        key,
        clear == null ? id : clear,
        next,
        same ? assignedAt : time,
        firstUsed,
        later(time),
        requests,
        tokens,
        switches,
        cache);
  }

  /** The row after a move; the switch counts if it changes the assignment. */
  public RecordedSession switched(@Nullable String clear, Assignment next, Instant time) {
    RecordedSession moved = assigned(clear, next, time);
    return assignment.equals(next)
        ? moved
        : new RecordedSession(
            moved.key,
            moved.id,
            moved.assignment,
            moved.assignedAt,
            moved.firstUsed,
            moved.lastUsed,
            requests,
            tokens,
            switches + 1,
            cache);
  }

  /** The row after a turn's tokens were added. */
  public RecordedSession used(Tokens turn, Instant time) {
    return new RecordedSession(
        key,
        id,
        assignment,
        assignedAt,
        firstUsed,
        later(time),
        requests + 1,
        new Tokens(
            tokens.input() + turn.input(),
            tokens.cached() + turn.cached(),
            tokens.output() + turn.output()),
        switches,
        cache);
  }

  /** The row with another history of its caches. */
  public RecordedSession with(CacheHistory history) {
    return new RecordedSession(
        key, id, assignment, assignedAt, firstUsed, lastUsed, requests, tokens, switches, history);
  }

  private Instant later(Instant time) {
    return time.isAfter(lastUsed) ? time : lastUsed;
  }
}

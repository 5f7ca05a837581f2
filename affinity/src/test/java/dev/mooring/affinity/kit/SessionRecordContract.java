package dev.mooring.affinity.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mooring.affinity.RecordedSession;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.SessionRecord.Assignment;
import dev.mooring.affinity.SessionRecord.Event;
import dev.mooring.affinity.SessionRecord.EventQuery;
import dev.mooring.affinity.SessionRecord.Position;
import dev.mooring.affinity.SessionRecord.Reason;
import dev.mooring.affinity.SessionRecord.SessionPage;
import dev.mooring.affinity.SessionRecord.SessionQuery;
import dev.mooring.affinity.SessionRecord.Tokens;
import dev.mooring.affinity.cache.CacheHistory;
import dev.mooring.affinity.cache.CacheMiss;
import dev.mooring.affinity.cache.CacheUse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every {@link SessionRecord} must pass. Each test has sessions of its own; writes may take
 * effect a moment later, so what is expected is waited for.
 */
public abstract class SessionRecordContract {
  /** An assignment, and two that differ from it. */
  protected static final Assignment AZURE = new Assignment("azure", "east", "gpt", "responses");

  protected static final Assignment OPENAI = new Assignment("openai", "main", "gpt", "responses");
  private static final Assignment CLAUDE = new Assignment("anthropic", "a", "claude", "messages");
  private static final Tokens TURN = new Tokens(100, 80, 10);

  /** The session of this test. */
  protected final SessionKey session = randomSession();

  private @Nullable SessionRecord record;

  /** Makes an empty record, or one whose entries are other tests' own. */
  protected abstract SessionRecord newRecord();

  /** The time by the record's clock. */
  protected abstract Instant now();

  /**
   * Lets any time pass.
   *
   * @return whether it did; false where the clock is not the test's, and the test is then skipped
   */
  protected boolean elapse(Duration duration) {
    return false;
  }

  @BeforeEach
  void openRecord() {
    record = newRecord();
  }

  @Test
  void anUnknownSessionHasNoRow() {
    assertThat(row()).isEmpty();
  }

  @Test
  void theFirstAssignmentMakesTheRowWithoutASwitch() {
    Instant time = millis(now());
    record().assign(session, null, AZURE, time);
    expectRow(row(session, null, AZURE, time, time, time, 0, Tokens.NONE, 0));
  }

  @Test
  void theSessionsIdIsKeptWhereItIsGiven() {
    Instant time = millis(now());
    record().assign(session, "sess ü\n1", AZURE, time);
    record().updateTokens(session, TURN, time);
    expectRow(row(session, "sess ü\n1", AZURE, time, time, time, 1, TURN, 0));
  }

  @Test
  void anAffinityHitKeepsWhenItWasAssigned() {
    Instant first = millis(now());
    Instant later = first.plusSeconds(60);
    record().assign(session, null, AZURE, first);
    record().assign(session, null, AZURE, later);
    expectRow(row(session, null, AZURE, first, first, later, 0, Tokens.NONE, 0));
  }

  @Test
  void aSwitchNamesTheNewHolderAndCountsOnce() {
    Instant first = millis(now());
    Instant later = first.plusSeconds(60);
    record().assign(session, null, AZURE, first);
    record().countSwitch(session, null, OPENAI, later);
    record().countSwitch(session, null, OPENAI, later.plusSeconds(1));
    expectRow(row(session, null, OPENAI, later, first, later.plusSeconds(1), 0, Tokens.NONE, 1));
    record().countSwitch(session, null, AZURE, later.plusSeconds(2));
    expectRow(row -> row.switches() == 2);
  }

  @Test
  void aChangeOfTheCredentialIsASwitchToo() {
    Assignment west = new Assignment("azure", "west", AZURE.model(), AZURE.api());
    record().assign(session, null, AZURE, now());
    record().countSwitch(session, null, west, now());
    expectRow(row -> row.switches() == 1 && row.assignment().equals(west));
  }

  @Test
  void aSwitchOfAnUnknownSessionMakesItsRow() {
    record().countSwitch(session, null, OPENAI, now());
    expectRow(row -> row.assignment().equals(OPENAI));
  }

  @Test
  void aModelSwitchIsNoFallback() {
    record().assign(session, null, AZURE, now());
    record().assign(session, null, CLAUDE, now());
    expectRow(row -> row.assignment().equals(CLAUDE) && row.switches() == 0);
  }

  @Test
  void tokensAddUpAndCountRequests() {
    Instant first = millis(now());
    Instant later = first.plusSeconds(5);
    record().assign(session, null, AZURE, first);
    record().updateTokens(session, TURN, first);
    record().updateTokens(session, new Tokens(1_000_000_000_000L, 7, 1), later);
    expectRow(
        row(
            session,
            null,
            AZURE,
            first,
            first,
            later,
            2,
            new Tokens(1_000_000_000_100L, 87, 11),
            0));
  }

  @Test
  void tokensOfAnUnknownSessionMakeNoRow() {
    SessionKey known = randomSession();
    record().updateTokens(session, TURN, now());
    record().assign(known, null, AZURE, now());
    expect(() -> get(record().lookup(known)), Optional::isPresent);
    assertThat(row()).isEmpty();
  }

  @Test
  void whatIsKnownOfASessionsCachesComesBackAsItWas() {
    Instant time = millis(now());
    CacheUse use = new CacheUse(7, 1 << 23, 3, time, 9_000, 8_960, Duration.ofHours(1), true);
    CacheHistory first = CacheHistory.NONE.after(use, null);
    CacheHistory second = first.after(use, CacheMiss.MOVED);
    record().assign(session, null, AZURE, time);
    record().keepCache(session, first);
    record().keepCache(session, second);
    record().updateTokens(session, TURN, time);
    assertThat(get(record().cache(session))).isEqualTo(second);
    expectRow(row(session, null, AZURE, time, time, time, 1, TURN, 0).with(second));
    record().keepCache(session, first);
    assertThat(get(record().cache(session))).isEqualTo(first);
  }

  @Test
  void whatIsKnownOfAnUnknownSessionsCachesMakesNoRow() {
    SessionKey known = randomSession();
    record().keepCache(session, CacheHistory.NONE);
    record().assign(known, null, AZURE, now());
    expect(() -> get(record().lookup(known)), Optional::isPresent);
    assertThat(row()).isEmpty();
    assertThat(get(record().cache(session))).isEqualTo(CacheHistory.NONE);
  }

  @Test
  void anEventComesBackAsItWas() {
    Event event =
        new Event(
            session,
            "req_" + session.hex(),
            2,
            "messages",
            "m\n\0|é😀",
            "p \"q\"",
            "c",
            "up/m",
            Reason.FALLBACK,
            TURN,
            529,
            Duration.ofMillis(1234),
            millis(now()));
    record().insert(event);
    expect(() -> events(null, 10), found -> found.equals(List.of(event)));
  }

  @Test
  void whenNobodyCouldServeTheRowStaysAndTheEventIsThere() {
    Instant time = millis(now());
    record().assign(session, null, AZURE, time);
    record().insert(event(1, Reason.AFFINITY, 503, time.plusSeconds(9)));
    expect(() -> events(null, 10), found -> found.size() == 1);
    expectRow(row(session, null, AZURE, time, time, time, 0, Tokens.NONE, 0));
  }

  @Test
  void everyReasonComesBack() {
    Instant time = millis(now());
    List<Event> all = new ArrayList<>();
    for (Reason reason : Reason.values()) {
      all.add(event(all.size() + 1, reason, 200, time));
      record().insert(all.get(all.size() - 1));
    }
    Collections.reverse(all);
    expect(() -> events(null, 10), found -> found.equals(all));
  }

  @Test
  void eventsArePagedTheLatestFirst() {
    Instant time = millis(now());
    List<Event> all = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      all.add(event(i + 1, Reason.AFFINITY, 200, time.plusMillis(i / 3)));
      record().insert(all.get(i));
    }
    expect(() -> events(null, 10), found -> found.size() == 7);
    Collections.reverse(all);
    List<Event> first = events(null, 3);
    List<Event> second = events(first.get(2).position(), 3);
    assertThat(first).isEqualTo(all.subList(0, 3));
    assertThat(second).isEqualTo(all.subList(3, 6));
    assertThat(events(second.get(2).position(), 3)).isEqualTo(all.subList(6, 7));
  }

  @Test
  void eventsOfAllSessionsAreOneLog() {
    Instant time = millis(now());
    Event mine = event(1, Reason.AFFINITY, 200, time);
    record().insert(mine);
    expect(
        () -> get(record().events(new EventQuery(null, null, 1_000))),
        found -> found.contains(mine));
  }

  @Test
  void sessionsArePagedTheLastUsedFirst() {
    Instant time = millis(now());
    List<RecordedSession> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      RecordedSession row =
          RecordedSession.first(sibling(i), null, AZURE, time.plusMillis(10L * (i / 2)));
      all.add(row);
      record().assign(row.key(), null, AZURE, row.lastUsed());
    }
    all.sort((a, b) -> a.position().before(b.position()) ? -1 : 1);
    expect(() -> sessions(time, null, 10), new SessionPage(all, null)::equals);
    SessionPage first = sessions(time, null, 2);
    SessionPage second = sessions(time, first.next(), 2);
    assertThat(first).isEqualTo(new SessionPage(all.subList(0, 2), all.get(1).position()));
    assertThat(second).isEqualTo(new SessionPage(all.subList(2, 4), all.get(3).position()));
    assertThat(sessions(time, second.next(), 2))
        .isEqualTo(new SessionPage(all.subList(4, 5), null));
    assertThat(sessions(time, null, 5)).isEqualTo(new SessionPage(all, null));
    assertThat(sessions(time.plusMillis(1), null, 3).sessions()).isEqualTo(all.subList(0, 3));
  }

  @Test
  void aSessionIsActiveForAnHourAfterItsLastUse() {
    Instant time = millis(now());
    record().assign(session, null, AZURE, time);
    expect(this::row, Optional::isPresent);
    Instant end = time.plus(RecordedSession.ACTIVE);
    assertThat(row().orElseThrow().active(end.minusMillis(1))).isTrue();
    assertThat(row().orElseThrow().active(end)).isFalse();
    assertThat(get(record().sessions(SessionQuery.active(time, 1_000))).sessions())
        .extracting(RecordedSession::key)
        .contains(session);
    assertThat(get(record().sessions(SessionQuery.active(end.plusMillis(1), 1_000))).sessions())
        .extracting(RecordedSession::key)
        .doesNotContain(session);
  }

  @Test
  void eventsEndAfter7DaysAndSessionsAfter30() {
    Instant time = millis(now());
    record().assign(session, null, AZURE, time);
    record().insert(event(1, Reason.AFFINITY, 200, time));
    expect(() -> events(null, 10), found -> found.size() == 1);
    assumeTrue(elapse(Duration.ofDays(7).plusHours(1)), "the clock is the record's own");
    touchAnother();
    expect(() -> events(null, 10), List::isEmpty);
    assertThat(row()).isPresent();
    elapse(Duration.ofDays(23));
    touchAnother();
    expect(this::row, Optional::isEmpty);
  }

  /** Lets the record see that time has passed. */
  private void touchAnother() {
    record().assign(randomSession(), null, OPENAI, now());
    record().insert(other(now()));
  }

  private Event other(Instant time) {
    return new Event(
        randomSession(),
        "req_other",
        1,
        "chat_completions",
        "m",
        "p",
        "c",
        "m",
        Reason.ORDER,
        Tokens.NONE,
        200,
        Duration.ZERO,
        time);
  }

  private Event event(int attempt, Reason reason, int status, Instant time) {
    return new Event(
        session,
        "req_" + session.hex().substring(0, 8),
        attempt,
        AZURE.api(),
        AZURE.model(),
        AZURE.provider(),
        AZURE.credential(),
        "gpt-5.5",
        reason,
        TURN,
        status,
        Duration.ofMillis(7),
        time);
  }

  private static RecordedSession row(
      SessionKey key,
      @Nullable String id,
      Assignment assignment,
      Instant assignedAt,
      Instant firstUsed,
      Instant lastUsed,
      long requests,
      Tokens tokens,
      long switches) {
    return new RecordedSession(
        key,
        id,
        assignment,
        assignedAt,
        firstUsed,
        lastUsed,
        requests,
        tokens,
        switches,
        CacheHistory.NONE);
  }

  private Optional<RecordedSession> row() {
    return get(record().lookup(session));
  }

  private List<Event> events(@Nullable Position after, int limit) {
    return get(record().events(new EventQuery(session, after, limit)));
  }

  private SessionPage sessions(Instant since, @Nullable Position after, int limit) {
    String prefix = session.hex().substring(0, 60);
    return get(record().sessions(new SessionQuery(since, prefix, after, limit)));
  }

  /** A session whose key begins like this test's. */
  private SessionKey sibling(int number) {
    return new SessionKey(session.hex().substring(0, 60) + "%04x".formatted(number));
  }

  private void expectRow(RecordedSession wanted) {
    expectRow(wanted::equals);
  }

  private void expectRow(Predicate<RecordedSession> expected) {
    expect(this::row, row -> row.filter(expected).isPresent());
  }

  /** Waits until what is read is as expected; fails with what was read last. */
  private static <T> void expect(Supplier<T> read, Predicate<? super T> expected) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    T seen = read.get();
    while (!expected.test(seen) && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
      seen = read.get();
    }
    assertThat(expected.test(seen)).as("%s", seen).isTrue();
  }

  private SessionRecord record() {
    if (record == null) {
      throw new IllegalStateException("record: not open");
    }
    return record;
  }

  private static <T> T get(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
  }

  private static SessionKey randomSession() {
    String uuid = UUID.randomUUID().toString().replace("-", "");
    return new SessionKey(uuid + uuid);
  }

  private static Instant millis(Instant time) {
    return Instant.ofEpochMilli(time.toEpochMilli());
  }
}

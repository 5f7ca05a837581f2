package dev.mooring.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.RecordedSession;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.SessionRecord.Event;
import dev.mooring.affinity.SessionRecord.EventQuery;
import dev.mooring.affinity.SessionRecord.Reason;
import dev.mooring.affinity.SessionRecord.Retention;
import dev.mooring.affinity.SessionRecord.SessionQuery;
import dev.mooring.affinity.SessionRecord.Tokens;
import dev.mooring.affinity.kit.SessionRecordContract;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemorySessionRecordTest extends SessionRecordContract {
  private final TestClock clock = new TestClock();

  @Override
  protected SessionRecord newRecord() {
    return new MemorySessionRecord(clock, Retention.DEFAULT);
  }

  @Override
  protected Instant now() {
    return clock.instant();
  }

  @Override
  protected boolean elapse(Duration duration) {
    clock.advance(duration);
    return true;
  }

  @Test
  void thereAreNeverMoreSessionsThanAllowedAndTheLeastRecentlyUsedGoes() {
    SessionRecord record = new MemorySessionRecord(clock, Retention.DEFAULT, 3, 3);
    for (int i = 0; i < 3; i++) {
      record.assign(key(i), null, AZURE, now());
    }
    record.updateTokens(key(0), Tokens.NONE, now());
    record.assign(key(3), null, AZURE, now());
    assertThat(
            record
                .sessions(new SessionQuery(Instant.EPOCH, "", null, 10))
                .toCompletableFuture()
                .join()
                .sessions())
        .extracting(RecordedSession::key)
        .containsExactlyInAnyOrder(key(0), key(2), key(3));
  }

  @Test
  void thereAreNeverMoreEventsThanAllowedAndTheOldestGo() {
    SessionRecord record = new MemorySessionRecord(clock, Retention.DEFAULT, 3, 3);
    for (int i = 0; i < 5; i++) {
      record.insert(event(i));
    }
    List<Event> kept = record.events(new EventQuery(null, null, 10)).toCompletableFuture().join();
    assertThat(kept).extracting(Event::attempt).containsExactly(4, 3, 2);
  }

  private Event event(int attempt) {
    return new Event(
        key(0),
        "req_1",
        attempt,
        "messages",
        "m",
        "p",
        "c",
        "m",
        Reason.ORDER,
        Tokens.NONE,
        200,
        Duration.ZERO,
        now());
  }

  private static SessionKey key(int number) {
    return new SessionKey("%064x".formatted(number));
  }
}

package dev.mooring.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord.Event;
import dev.mooring.affinity.SessionRecord.Reason;
import dev.mooring.affinity.SessionRecord.Tokens;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EventLogTest {
  private static final SessionKey ONE = new SessionKey("1".repeat(64));
  private static final SessionKey TWO = new SessionKey("2".repeat(64));

  private static Event event(SessionKey session, String id, int number) {
    return new Event(
        session,
        id,
        number % 5 + 1,
        "messages",
        "model-" + number,
        "provider-" + number,
        "credential-" + number,
        "billed-" + number,
        number % 2 == 0 ? Reason.AFFINITY : Reason.RETRY,
        new Tokens(number, number / 2, Long.MAX_VALUE - number),
        200 + number % 300,
        Duration.ofNanos(1_000_001L * number),
        Instant.ofEpochSecond(1_790_000_000L + number, number));
  }

  @Test
  void whatIsKeptComesBackAsItWasAndTheOldestGoesFirst() {
    Random random = new Random(4);
    EventLog log = new EventLog(7);
    ArrayDeque<Event> expected = new ArrayDeque<>();
    for (int i = 0; i < 500; i++) {
      String id = "ä😀x".repeat(random.nextInt(9)) + i;
      Event event = event(random.nextBoolean() ? ONE : TWO, id, i);
      log.add(event, event.session());
      expected.addLast(event);
      if (expected.size() > 7) {
        expected.removeFirst();
      }
      if (random.nextInt(4) == 0) {
        log.removeFirst();
        expected.removeFirst();
      }
      assertThat(log.of(null)).containsExactlyElementsOf(expected);
      assertThat(log.of(ONE))
          .containsExactlyElementsOf(
              expected.stream().filter(each -> each.session().equals(ONE)).toList());
      assertThat(log.size()).isEqualTo(expected.size());
    }
  }

  @Test
  void aCopyDoesNotChangeWithItsLog() {
    EventLog log = new EventLog(2);
    Event first = event(ONE, "a", 1);
    log.add(first, ONE);
    EventLog copy = log.copy();
    log.add(event(TWO, "b", 2), TWO);
    log.add(event(TWO, "c", 3), TWO);
    assertThat(copy.of(null)).isEqualTo(List.of(first));
  }

  @Test
  void theOldestEventTellsWhetherTheLogBeginsByATime() {
    EventLog log = new EventLog(2);
    assertThat(log.beginsBy(Instant.MAX)).isFalse();
    Event event = event(ONE, "a", 1);
    log.add(event, ONE);
    assertThat(log.beginsBy(event.time())).isTrue();
    assertThat(log.beginsBy(event.time().minusNanos(1))).isFalse();
    assertThat(log.beginsBy(event.time().plusSeconds(1))).isTrue();
  }
}

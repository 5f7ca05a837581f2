package dev.mooring.gateway.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ActiveSessionsTest {
  private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");
  private static final Duration WINDOW = Duration.ofMinutes(10);

  @Test
  void theyAreThoseWhoseLastTurnIsWithinTheWindow() {
    ActiveSessions sessions = new ActiveSessions(WINDOW, 100_000);
    Map<String, Instant> expected = new HashMap<>();
    Random random = new Random(5);
    Instant now = START;
    for (int i = 0; i < 40_000; i++) {
      now = now.plusMillis(random.nextInt(200));
      String session = "%064x".formatted(random.nextInt(8_000) * 0x9E3779B97F4A7C15L);
      sessions.add(session.substring(48) + session.substring(0, 48), now);
      expected.put(session, now);
      if (i % 1_000 == 0) {
        long oldest = now.getEpochSecond() - WINDOW.toSeconds();
        assertThat(sessions.count(now))
            .isEqualTo(
                (int)
                    expected.values().stream()
                        .filter(time -> time.getEpochSecond() >= oldest)
                        .count());
      }
    }
    assertThat(sessions.count(now.plus(WINDOW).plusSeconds(1))).isZero();
  }

  @Test
  void moreThanAreCountedAtMostStayAtThatNumberAndMakeRoomLater() {
    ActiveSessions sessions = new ActiveSessions(WINDOW, 3_000);
    for (int i = 0; i < 20_000; i++) {
      sessions.add(i + " of many", START);
    }
    assertThat(sessions.count(START)).isEqualTo(3_000);
    Instant halfway = START.plus(WINDOW.dividedBy(2));
    sessions.add("0 of many", halfway);
    sessions.add("one of others", halfway);
    assertThat(sessions.count(halfway)).isEqualTo(3_000);

    Instant later = START.plus(WINDOW).plusSeconds(1);
    for (int i = 0; i < 2_000; i++) {
      sessions.add(i + " of others", later);
    }
    assertThat(sessions.count(later)).isEqualTo(2_001);
  }
}

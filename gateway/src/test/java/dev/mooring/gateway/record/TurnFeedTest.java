package dev.mooring.gateway.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.wire.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a node remembers of its newest turns. */
class TurnFeedTest {
  private final ManualClock clock = new ManualClock();
  private final TurnFeed feed = new TurnFeed(clock);

  @Test
  void theNewestTurnComesFirstAndTheOldestGoes() {
    for (int i = 0; i < TurnFeed.TURNS + 5; i++) {
      feed.add(turn("req_" + i, "s", null));
    }

    assertThat(feed.turns()).hasSize(TurnFeed.TURNS);
    assertThat(feed.turns().get(0).requestId()).isEqualTo("req_" + (TurnFeed.TURNS + 4));
    assertThat(feed.turn("req_4")).isNull();
    assertThat(feed.turn("req_5")).isNotNull();
  }

  @Test
  void olderTurnsComeBackAsTheyWere() {
    Turn first = turn("first", "s", null);
    feed.add(first);
    feed.add(failed("second", 503));
    for (int i = 0; i < 2 * KeptTurns.FRESH; i++) {
      feed.add(turn("req_" + i, "s", null));
    }

    List<Turn> turns = feed.turns();
    assertThat(turns.get(turns.size() - 1)).isEqualTo(first);
    assertThat(feed.turn("first")).isEqualTo(first);
    assertThat(feed.turn("second")).isEqualTo(failed("second", 503));
  }

  @Test
  void aThousandTurnsASecondAreAllKept() {
    for (int i = 0; i < 5 * TurnFeed.TURNS; i++) {
      feed.add(turn("req_" + i, "s", null));
      clock.advance(Duration.ofMillis(1));
    }

    assertThat(feed.turns())
        .extracting(Turn::requestId)
        .hasSize(TurnFeed.TURNS)
        .startsWith("req_4999")
        .endsWith("req_4000");
  }

  @Test
  void ofMoreSomeAreLeftOutButNeverTheVeryNewestNorThoseThatFailed() {
    for (int i = 0; i < 19_000; i++) {
      feed.add(turn("req_" + i, "s", null));
    }
    feed.add(failed("failed", 429));
    for (int i = 19_000; i < 20_000; i++) {
      feed.add(turn("req_" + i, "s", null));
    }

    List<Turn> turns = feed.turns();
    assertThat(turns).hasSize(TurnFeed.TURNS);
    assertThat(turns.subList(0, KeptTurns.FRESH))
        .extracting(Turn::requestId)
        .startsWith("req_19999", "req_19998")
        .endsWith("req_19900");
    assertThat(turns.get(KeptTurns.FRESH).requestId()).isEqualTo("failed");
    assertThat(turns.get(KeptTurns.FRESH + 1).requestId())
        .as("the last of the burst that there was room for")
        .isEqualTo("req_" + (KeptTurns.BURST - 1));

    clock.advance(Duration.ofMillis(300));
    for (int i = 0; i < 9_000; i++) {
      feed.add(turn("later_" + i, "s", null));
    }
    assertThat(feed.turns())
        .as("room for 300: for what was the very newest before, and for 200 of these")
        .filteredOn(turn -> turn.requestId().startsWith("later_"))
        .hasSize(KeptTurns.FRESH + 200);
  }

  @Test
  void aStreamThatBrokeIsNeverLeftOutAndACallerWhoLeftIsOneOfTheOthers() {
    for (int i = 0; i < KeptTurns.BURST; i++) {
      feed.add(turn("req_" + i, "s", null));
    }
    feed.add(failed("broke", 200));
    feed.add(failed("left", 499));
    for (int i = 0; i < KeptTurns.FRESH; i++) {
      feed.add(turn("later_" + i, "s", null));
    }
    for (int i = 0; i < KeptTurns.FRESH; i++) {
      feed.add(turn("last_" + i, "s", null));
    }

    assertThat(feed.turn("broke")).isEqualTo(failed("broke", 200));
    assertThat(feed.turn("left")).isNull();
  }

  @Test
  void aMoveIsNotLeftOutOfTheOthers() {
    for (int i = 0; i < 2 * KeptTurns.BURST; i++) {
      feed.add(turn("req_" + i, "s", null));
    }
    feed.add(turn("moved", "s", new Turn.Place("openai", "main")));
    for (int i = 0; i < KeptTurns.FRESH; i++) {
      feed.add(turn("later_" + i, "s", null));
    }

    assertThat(feed.turns()).extracting(Turn::requestId).contains("moved");
  }

  @Test
  void theNewestFailuresStayHoweverManyGoodTurnsCome() {
    int failures = TurnFeed.FAILURES + 50;
    for (int i = 0; i < failures; i++) {
      feed.add(failed("failed_" + i, i % 2 == 0 ? 200 : 503));
    }
    for (int i = 0; i < 20_000; i++) {
      feed.add(turn("req_" + i, "s", null));
      clock.advance(Duration.ofMillis(1));
    }

    List<String> ids = feed.turns().stream().map(Turn::requestId).toList();
    assertThat(ids).hasSize(TurnFeed.TURNS + TurnFeed.FAILURES).doesNotHaveDuplicates();
    assertThat(ids.subList(0, TurnFeed.TURNS)).startsWith("req_19999").endsWith("req_19000");
    assertThat(ids.subList(TurnFeed.TURNS, ids.size()))
        .startsWith("failed_" + (failures - 1), "failed_" + (failures - 2))
        .endsWith("failed_50");
    assertThat(feed.turn("failed_50")).isEqualTo(feed.turns().get(ids.size() - 1));
    assertThat(feed.turn("failed_49")).isNull();
  }

  @Test
  void failuresAmongTheNewestTurnsStandWhereTheyCame() {
    for (int i = 0; i < TurnFeed.TURNS; i++) {
      feed.add(i % 5 == 0 ? failed("req_" + i, 503) : turn("req_" + i, "s", null));
      clock.advance(Duration.ofMillis(1));
    }

    List<String> ids = feed.turns().stream().map(Turn::requestId).toList();
    assertThat(ids).hasSize(TurnFeed.TURNS);
    for (int i = 0; i < TurnFeed.TURNS; i++) {
      assertThat(ids.get(i)).isEqualTo("req_" + (TurnFeed.TURNS - 1 - i));
    }
  }

  @Test
  void aClockThatIsSetBackDoesNotEndTheKeepingOfTurns() {
    for (int i = 0; i < 2 * KeptTurns.BURST; i++) {
      feed.add(turn("req_" + i, "s", null));
    }
    clock.advance(Duration.ofHours(-1));
    for (int i = 0; i < TurnFeed.TURNS; i++) {
      feed.add(turn("back_" + i, "s", null));
      clock.advance(Duration.ofMillis(10));
    }

    assertThat(feed.turn("back_500")).isNotNull();
  }

  @Test
  void timesThatAreALittleOutOfOrderMakeNoRoom() {
    for (int i = 0; i < 2 * KeptTurns.BURST; i++) {
      feed.add(turn("req_" + i, "s", null));
      clock.advance(i % 2 == 0 ? Duration.ofMillis(20) : Duration.ofMillis(-20));
    }

    assertThat(feed.turn("req_" + (KeptTurns.BURST + KeptTurns.FRESH))).isNull();
    assertThat(feed.turn("req_" + (2 * KeptTurns.BURST - KeptTurns.FRESH - 1))).isNull();
  }

  @Test
  void aMoveIsRememberedLongerThanTurnsThatStayed() {
    feed.add(turn("moved", "s", new Turn.Place("openai", "main")));
    for (int i = 0; i < TurnFeed.TURNS; i++) {
      feed.add(turn("req_" + i, "s", null));
    }

    assertThat(feed.moves()).extracting(Turn::requestId).containsExactly("moved");
    assertThat(feed.turn("moved")).isNotNull();
    assertThat(feed.totals().moves()).isEqualTo(1);
  }

  @Test
  void totalsAddTokensCostAndFailures() {
    feed.add(turn("a", "s", null));
    feed.add(turn("b", "s", null));
    feed.add(failed("c", 503));
    feed.add(failed("d", 499));
    feed.add(failed("e", 200));

    TurnTotals totals = feed.totals();
    assertThat(totals.requests()).isEqualTo(5);
    assertThat(totals.failed()).as("a caller who left is no failure").isEqualTo(2);
    assertThat(totals.input()).isEqualTo(2_000);
    assertThat(totals.cached()).isEqualTo(1_600);
    assertThat(totals.written()).isEqualTo(200);
    assertThat(totals.hitRate()).isEqualTo(0.8);
    assertThat(totals.cost()).isEqualTo(0.5);
    assertThat(totals.saved()).isEqualTo(1);
    assertThat(totals.kept()).isEqualTo(0.25);
    assertThat(TurnTotals.ZERO.hitRate()).isNull();
  }

  @Test
  void theSeriesHasOneStepForTenSecondsAndForgetsWhatIsOlderThanHalfAnHour() {
    feed.add(turn("a", "s", null));
    feed.add(turn("b", "s", null));
    clock.advance(Duration.ofSeconds(10));
    feed.add(turn("c", "s", null));

    assertThat(feed.series()).extracting(step -> step.totals().requests()).containsExactly(2L, 1L);
    Duration between = Duration.between(feed.series().get(0).time(), feed.series().get(1).time());
    assertThat(between).isEqualTo(Duration.ofSeconds(10));

    clock.advance(Duration.ofMinutes(31));
    assertThat(feed.series()).isEmpty();
  }

  @Test
  void aSessionIsActiveForTenMinutesAfterItsLastTurn() {
    feed.add(turn("a", "one", null));
    clock.advance(Duration.ofMinutes(6));
    feed.add(turn("b", "two", null));
    feed.add(turn("c", "two", null));
    assertThat(feed.activeSessions()).isEqualTo(2);

    clock.advance(Duration.ofMinutes(6));
    assertThat(feed.activeSessions()).isEqualTo(1);
  }

  @Test
  void aWatcherSeesEveryTurnUntilItEnds() {
    List<String> seen = new ArrayList<>();
    Runnable end = feed.watch(turn -> seen.add(turn.requestId()));
    feed.add(turn("a", "s", null));
    end.run();
    feed.add(turn("b", "s", null));

    assertThat(seen).containsExactly("a");
  }

  private Turn turn(String id, String session, Turn.@Nullable Place from) {
    return new Turn(
        clock.instant(),
        id,
        "messages",
        "m",
        200,
        Duration.ofMillis(20),
        new Turn.Who("acme", "web", session, null, "explicit"),
        new Turn.Served(
            "anthropic",
            "org-a",
            "m",
            "affinity",
            false,
            true,
            new Usage(1_000, 800, 100, 0, 50),
            new Turn.Money(0.25, 0.5, 0.125)),
        new Turn.Affinity("confirmed", "anthropic", null, from),
        null,
        List.of());
  }

  private Turn failed(String id, int status) {
    return new Turn(
        clock.instant(),
        id,
        "messages",
        "m",
        status,
        Duration.ofMillis(20),
        new Turn.Who("acme", "web", "s", null, "explicit"),
        null,
        null,
        "nobody could serve it",
        List.of());
  }
}

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
    Turn first = turn("first", "s", new Turn.Place("openai", "main"));
    feed.add(first);
    feed.add(failed("second", 503));
    for (int i = 0; i < 2 * KeptTurns.FRESH; i++) {
      feed.add(turn("req_" + i, "s", null));
    }

    List<Turn> turns = feed.turns();
    assertThat(turns.get(turns.size() - 1)).isEqualTo(first);
    assertThat(feed.turn("second")).isEqualTo(failed("second", 503));
  }

  @Test
  void ofVeryManyTurnsASecondSomeAreLeftOutButNeverTheVeryNewest() {
    for (int i = 0; i < 10 * TurnFeed.TURNS; i++) {
      feed.add(turn("req_" + i, "s", null));
    }

    List<Turn> turns = feed.turns();
    assertThat(turns).hasSize(TurnFeed.TURNS);
    assertThat(turns.subList(0, KeptTurns.FRESH))
        .extracting(Turn::requestId)
        .startsWith("req_9999", "req_9998")
        .endsWith("req_9900");
    assertThat(turns.get(KeptTurns.FRESH).requestId())
        .as("the burst that there was room for")
        .isEqualTo("req_" + (TurnFeed.TURNS - 1));

    clock.advance(Duration.ofSeconds(2));
    for (int i = 0; i < 10 * TurnFeed.TURNS; i++) {
      feed.add(turn("later_" + i, "s", null));
    }
    assertThat(feed.turns())
        .as("two seconds later there is room for the very newest of then, and as many more")
        .filteredOn(turn -> turn.requestId().startsWith("later_"))
        .hasSize(KeptTurns.FRESH + 2 * KeptTurns.PER_SECOND - KeptTurns.FRESH);
  }

  @Test
  void aClockThatIsSetBackDoesNotEndTheKeepingOfTurns() {
    for (int i = 0; i < 2 * TurnFeed.TURNS; i++) {
      feed.add(turn("req_" + i, "s", null));
    }
    clock.advance(Duration.ofHours(-1));
    for (int i = 0; i < TurnFeed.TURNS; i++) {
      feed.add(turn("back_" + i, "s", null));
      clock.advance(Duration.ofMillis(10));
    }
    for (int i = 0; i < KeptTurns.FRESH; i++) {
      feed.add(turn("last_" + i, "s", null));
    }

    assertThat(feed.turn("back_500")).isNotNull();
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

    TurnTotals totals = feed.totals();
    assertThat(totals.requests()).isEqualTo(4);
    assertThat(totals.failed()).as("a caller who left is no failure").isEqualTo(1);
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

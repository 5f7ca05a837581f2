package dev.mooring.gateway.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.api.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a turn is after it was bytes. */
class TurnBytesTest {
  private static final Instant TIME = Instant.parse("2026-11-30T12:00:00.123456789Z");
  private static final List<Turn.Line> TRAIL =
      List.of(new Turn.Line("", "only", "Only a."), new Turn.Line("m", "attempt", "Ünïcödé 🎈"));

  @Test
  void everyFieldComesBack() {
    Turn turn =
        new Turn(
            TIME,
            "req_1",
            "messages",
            "m",
            200,
            Duration.ofNanos(12_345_678_901L),
            new Turn.Who("team", "key", "ab".repeat(32), "clear", "explicit"),
            new Turn.Served(
                "p", "c", "up", "affinity", true, true, new Usage(5, 4, 3, 2, 1), money()),
            new Turn.Affinity("promoted", "p", "q", new Turn.Place("q", "d")),
            "went wrong",
            TRAIL);

    assertThat(TurnBytes.turn(TurnBytes.of(turn))).isEqualTo(turn);
    assertThat(TurnBytes.isOf(TurnBytes.of(turn), "req_1")).isTrue();
    assertThat(TurnBytes.isOf(TurnBytes.of(turn), "req_2")).isFalse();
    assertThat(TurnBytes.isOf(TurnBytes.of(turn), "req_11")).isFalse();
    assertThat(TurnBytes.hash(TurnBytes.of(turn))).isEqualTo(TurnBytes.hash("req_1"));
  }

  @Test
  void whatWasAbsentStaysAbsent() {
    Turn.Served served = new Turn.Served("p", "c", "up", "weight", false, false, null, null);
    Turn.Affinity none = new Turn.Affinity("none", null, null, null);
    Turn.Affinity moved = new Turn.Affinity("moved", "q", null, new Turn.Place("q", null));

    for (Turn turn :
        List.of(sparse(null, null, null), sparse(served, none, ""), sparse(served, moved, null))) {
      assertThat(TurnBytes.turn(TurnBytes.of(turn))).isEqualTo(turn);
    }
  }

  private static Turn sparse(
      Turn.@Nullable Served served, Turn.@Nullable Affinity affinity, @Nullable String error) {
    Turn.Who who = new Turn.Who("team", null, "ab", null, "fingerprint");
    return new Turn(
        TIME, "req", "chat", "m", 503, Duration.ZERO, who, served, affinity, error, List.of());
  }

  @Test
  void aTextMayBeLongerThanJavasOwnFormatAllows() {
    Turn.Who who = new Turn.Who("é".repeat(50_000), null, "ab", null, "explicit");
    Turn turn =
        new Turn(TIME, "req", "chat", "m", 500, Duration.ZERO, who, null, null, null, TRAIL);

    assertThat(TurnBytes.turn(TurnBytes.of(turn))).isEqualTo(turn);
  }

  private static Turn.Money money() {
    return new Turn.Money(0.1, -0.2, 1e-12);
  }
}

package dev.mooring.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.routing.TargetSpeeds.Median;
import dev.mooring.gateway.routing.TargetSpeeds.Speed;
import dev.mooring.gateway.routing.TargetSpeeds.Target;
import dev.mooring.gateway.wire.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The live speeds of targets. */
class TargetSpeedsTest {
  private static final Target TARGET = new Target("p", "m");

  private final ManualClock clock = new ManualClock();
  private final TargetSpeeds speeds = new TargetSpeeds(clock);

  @Test
  void aTargetThatWasNeverUsedHasNone() {
    assertThat(speeds.ttftMillis("p", "m")).isEmpty();
    assertThat(speeds.tokensPerSecond("p", "m")).isEmpty();
  }

  @Test
  void theMedianIsToldAndNotTheMean() {
    for (int millis : new int[] {300, 100, 200, 60_000, 250}) {
      speeds.began("p", "m", Duration.ofMillis(millis));
    }
    assertThat(speeds.ttftMillis("p", "m")).hasValue(250);
    assertThat(speeds.ttftMillis("p", "other")).isEmpty();
    assertThat(speeds.tokensPerSecond("p", "m")).isEmpty();
  }

  @Test
  void tokensPerSecondCountFromTheFirstOutputAndShortAnswersSayNothing() {
    speeds.ended("p", "m", 500, Duration.ofSeconds(10));
    speeds.ended("p", "m", 15, Duration.ofMillis(1));
    speeds.ended("p", "m", 900, Duration.ZERO);
    assertThat(speeds.tokensPerSecond("p", "m")).hasValue(50);
  }

  @Test
  void samplesCountForTenMinutes() {
    speeds.began("p", "m", Duration.ofMillis(900));
    clock.advance(Duration.ofMinutes(6));
    speeds.began("p", "m", Duration.ofMillis(100));
    assertThat(speeds.ttftMillis("p", "m")).hasValue(100);
    clock.advance(Duration.ofMinutes(6));
    speeds.began("p", "m", Duration.ofMillis(300));
    assertThat(speeds.own()).containsEntry(TARGET, ttft(100, 2));
    clock.advance(Duration.ofMinutes(11));
    assertThat(speeds.ttftMillis("p", "m")).isEmpty();
    assertThat(speeds.own()).isEmpty();
  }

  @Test
  void theLastSamplesAreKeptAndTargetsAreBounded() {
    for (int i = 0; i < SampleRing.SIZE * 2; i++) {
      speeds.began("p", "m", Duration.ofMillis(i < SampleRing.SIZE ? 1 : 7));
    }
    assertThat(speeds.own()).containsEntry(TARGET, ttft(7, SampleRing.SIZE));
    for (int i = 0; i < TargetSpeeds.LIMIT * 2; i++) {
      speeds.began("p", "m" + i, Duration.ofMillis(1));
    }
    assertThat(speeds.own()).hasSize(TargetSpeeds.LIMIT);
  }

  @Test
  void mediansHoldForTwoSeconds() {
    speeds.began("p", "m", Duration.ofMillis(100));
    assertThat(speeds.ttftMillis("p", "m")).hasValue(100);
    speeds.began("p", "m", Duration.ofMillis(50));
    assertThat(speeds.ttftMillis("p", "m")).hasValue(100);
    clock.advance(TargetSpeeds.FRESH);
    assertThat(speeds.ttftMillis("p", "m")).hasValue(50);
  }

  @Test
  void nodesThatHearTheSameAgreeByWeightOfTheirSamples() {
    TargetSpeeds other = new TargetSpeeds(clock);
    speeds.began("p", "m", Duration.ofMillis(1));
    List<Map<Target, Speed>> told =
        List.of(
            Map.of(TARGET, ttft(100, 3)),
            Map.of(TARGET, ttft(900, 40)),
            Map.of(TARGET, ttft(200, 10), new Target("q", "m"), ttft(5, 1)));
    speeds.hear(told);
    other.hear(told);
    for (TargetSpeeds each : List.of(speeds, other)) {
      assertThat(each.ttftMillis("p", "m")).hasValue(900);
      assertThat(each.ttftMillis("q", "m")).hasValue(5);
      assertThat(each.tokensPerSecond("p", "m")).isEmpty();
    }
  }

  @Test
  void aNodeWhoseStoreIsAwayGoesByItsOwn() {
    speeds.began("p", "m", Duration.ofMillis(1));
    speeds.hear(List.of(Map.of(TARGET, ttft(100, 3))));
    assertThat(speeds.ttftMillis("p", "m")).hasValue(100);
    speeds.hear(List.of());
    clock.advance(TargetSpeeds.FRESH);
    assertThat(speeds.ttftMillis("p", "m")).hasValue(1);
  }

  private static Speed ttft(double millis, int samples) {
    return new Speed(new Median(millis, samples), Median.NONE);
  }
}

package dev.mooring.affinity.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.mooring.affinity.cache.Gaps.Suggestion;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What gaps tell of a lifetime. */
class GapsTest {
  private static final Duration FIVE = Duration.ofMinutes(5);
  private static final Duration TEN = Duration.ofMinutes(10);

  /** What a step is wide: the ninth of an octave's eighth. */
  private static final double STEP = Math.pow(2, 1.0 / 8);

  @ParameterizedTest
  @CsvSource({"60, 1", "300, 2", "300, 3", "600, 4", "1800, 5", "3600, 6", "36000, 7"})
  void theEstimateIsWithinAStepOfTheTruth(int truth, long seed) {
    Gaps gaps = drawn(truth, new Random(seed), 2_000, 0);
    assertThat(seconds(gaps) / truth).isBetween(1 / STEP, STEP);
    assertThat(gaps.bounded()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void oneGapInTenThatTellsTheWrongThingDoesNotMoveItByMoreThanAStep(long seed) {
    Gaps gaps = drawn(300, new Random(seed), 4_000, 0.1);
    assertThat(seconds(gaps) / 300).isBetween(1 / STEP / STEP, STEP * STEP);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noOtherCutMisjudgesFewer(long seed) {
    Random random = new Random(seed);
    Gaps gaps = new Gaps();
    int[] seconds = new int[400];
    boolean[] read = new boolean[400];
    for (int i = 0; i < seconds.length; i++) {
      seconds[i] = (int) Math.exp(Math.log(20) + random.nextDouble() * 8);
      read[i] = random.nextInt(2_000) > seconds[i];
      gaps.add(Duration.ofSeconds(seconds[i]), read[i], false);
    }
    double best = misjudged(seconds, read, seconds(gaps));
    for (double cut = 30; cut < 100_000; cut *= STEP) {
      assertThat(best).isLessThanOrEqualTo(misjudged(seconds, read, (double) Math.round(cut)));
    }
  }

  @Test
  void nothingIsEstimatedWhereACacheWasNeverRead() {
    Gaps gaps = new Gaps();
    assertThat(gaps.estimate()).isNull();
    gaps.add(FIVE, false, false);
    assertThat(gaps.estimate()).isNull();
    assertThat(gaps.suggestion(FIVE)).isNull();
  }

  @Test
  void whereNoLongerGapWasMetTheEstimateIsTheLeast() {
    Gaps gaps = counted(0, FIVE, true, 50);
    assertThat(seconds(gaps)).isCloseTo(300, within(300 * (STEP - 1)));
    assertThat(gaps.bounded()).isFalse();
  }

  @Test
  void twentyGapsBeyondTheKnownLifetimeOfWhichFourInFiveWereReadSayThatItIsTooShort() {
    Gaps gaps = counted(4, Duration.ofMinutes(9), false, 16, Duration.ofMinutes(9), true);
    assertThat(gaps.suggestion(FIVE))
        .satisfies(
            said -> {
              assertThat(said.tooShort()).isTrue();
              assertThat(said.gaps()).isEqualTo(20);
              assertThat(said.agreeing()).isEqualTo(16);
              assertThat(said.lifetime()).isBetween(Duration.ofMinutes(9), TEN);
            });
    assertThat(counted(4, Duration.ofMinutes(9), false, 15, Duration.ofMinutes(9), true))
        .as("19 gaps")
        .extracting(each -> each.suggestion(FIVE))
        .isNull();
    assertThat(counted(5, Duration.ofMinutes(9), false, 16, Duration.ofMinutes(9), true))
        .as("16 of 21")
        .extracting(each -> each.suggestion(FIVE))
        .isNull();
  }

  @Test
  void twentyGapsWithinTheKnownLifetimeOfWhichFourInFiveWereGoneSayThatItIsTooLong() {
    Gaps gaps = counted(30, Duration.ofMinutes(2), true, 20, Duration.ofMinutes(8), false);
    Suggestion said = Objects.requireNonNull(gaps.suggestion(TEN));
    assertThat(said.tooShort()).isFalse();
    assertThat(said.lifetime())
        .isBetween(Duration.ofMinutes(2), Duration.ofMinutes(2).plusSeconds(12));
    assertThat(
            counted(30, Duration.ofMinutes(2), true, 19, Duration.ofMinutes(8), false)
                .suggestion(TEN))
        .isNull();
  }

  @Test
  void whatIsWithinAQuarterIsLeftAlone() {
    assertThat(drawn(300, new Random(1), 3_000, 0).suggestion(FIVE)).isNull();
    assertThat(drawn(330, new Random(1), 3_000, 0).suggestion(FIVE)).isNull();
    assertThat(drawn(270, new Random(1), 3_000, 0).suggestion(FIVE)).isNull();
    assertThat(drawn(600, new Random(1), 3_000, 0).suggestion(FIVE)).isNotNull();
  }

  @Test
  void aSuggestionIsAMinuteAtLeastAndADayAtMost() {
    Suggestion least =
        Objects.requireNonNull(
            counted(30, Duration.ofSeconds(5), true, 40, Duration.ofMinutes(2), false)
                .suggestion(FIVE));
    assertThat(least.lifetime()).isEqualTo(Duration.ofMinutes(1));
    Suggestion most =
        Objects.requireNonNull(counted(0, Duration.ofDays(9), true, 40).suggestion(FIVE));
    assertThat(most.lifetime()).isEqualTo(Duration.ofHours(24));
  }

  @Test
  void whatAProviderDoesNowOutweighsWhatItDid() {
    Gaps gaps = counted(10_000, Duration.ofMinutes(8), true, 2_000, Duration.ofMinutes(8), false);
    gaps.add(counted(600, Duration.ofMinutes(4), true, 0, FIVE, true));
    assertThat(seconds(gaps)).isLessThan(300);
    assertThat(gaps.samples()).isLessThanOrEqualTo(2 * Gaps.PER_STEP);
  }

  @Test
  void countsAreReadBackFromTheirText() {
    Gaps gaps = drawn(300, new Random(9), 500, 0.2);
    assertThat(Gaps.parse(gaps.encode()).encode()).isEqualTo(gaps.encode());
    assertThat(Gaps.parse("0,0").samples()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "x,0", "0,0,1", "0,0,96:1/1", "0,0,-1:1/1", "0,0,1:-1/0"})
  void aTextThatIsNoneIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Gaps.parse(text));
  }

  @Test
  void countsOfNodesAddUp() {
    Gaps one = drawn(300, new Random(1), 100, 0);
    Gaps sum = one.copy();
    sum.add(drawn(300, new Random(2), 100, 0));
    assertThat(sum.samples()).isEqualTo(200);
    assertThat(one.samples()).isEqualTo(100);
    assertThat(sum.longestRead()).isBetween(Duration.ofSeconds(200), FIVE);
    assertThat(sum.shortestExpired()).isBetween(FIVE, Duration.ofSeconds(500));
  }

  /** Gaps from 10 seconds to 28 hours around a cache of a known lifetime, some of them wrong. */
  private static Gaps drawn(int truth, Random random, int count, double wrong) {
    Gaps gaps = new Gaps();
    for (int i = 0; i < count; i++) {
      double seconds = truth * Math.exp(random.nextGaussian());
      boolean read = (seconds < truth) ^ (random.nextDouble() < wrong);
      gaps.add(Duration.ofMillis((long) (seconds * 1000)), read, seconds > truth);
    }
    return gaps;
  }

  private static Gaps counted(int many, Duration gap, boolean read, int more) {
    return counted(many, gap, read, more, gap, read);
  }

  private static Gaps counted(
      int many, Duration gap, boolean read, int more, Duration other, boolean otherRead) {
    Gaps gaps = new Gaps();
    for (int i = 0; i < many; i++) {
      gaps.add(gap, read, false);
    }
    for (int i = 0; i < more; i++) {
      gaps.add(other, otherRead, false);
    }
    return gaps;
  }

  private static double misjudged(int[] seconds, boolean[] read, double cut) {
    int wrong = 0;
    for (int i = 0; i < seconds.length; i++) {
      wrong += (seconds[i] <= cut) == read[i] ? 0 : 1;
    }
    return wrong;
  }

  private static double seconds(Gaps gaps) {
    return (double) Objects.requireNonNull(gaps.estimate()).toSeconds();
  }
}

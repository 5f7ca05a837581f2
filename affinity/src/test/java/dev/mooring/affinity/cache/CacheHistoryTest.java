package dev.mooring.affinity.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.cache.CacheFinding.Gap;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Why turns miss their caches, and what they teach. */
class CacheHistoryTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration FIVE = Duration.ofMinutes(5);
  private static final int HERE = 1;
  private static final int THERE = 2;
  private static final long MIN = 1024;
  private static final List<CacheMiss> REASONS = List.of(CacheMiss.values());

  @Test
  void theFirstTurnOfASessionMissesNothing() {
    assertThat(CacheHistory.NONE.judge(turn(HERE, 0, 10_000), 0, MIN)).isEqualTo(nothing());
  }

  @Test
  void aTurnThatReadsWhatTheOneBeforeLeftTeachesThatItLastedSoLong() {
    CacheUse first = turn(HERE, 0, 10_000);
    assertThat(CacheHistory.NONE.after(first, null).judge(turn(HERE, 290, 11_000), 10_000, MIN))
        .isEqualTo(new CacheFinding(null, new Gap(first, Duration.ofSeconds(290), true)));
  }

  @Test
  void aMissAfterTheKnownLifetimeIsExpiryAndTeaches() {
    CacheUse first = turn(HERE, 0, 10_000);
    assertThat(CacheHistory.NONE.after(first, null).judge(turn(HERE, 301, 11_000), 0, MIN))
        .isEqualTo(
            new CacheFinding(CacheMiss.EXPIRED, new Gap(first, Duration.ofSeconds(301), false)));
  }

  @Test
  void aMissWithinTheKnownLifetimeIsUnknownAndTeachesToo() {
    CacheUse first = turn(HERE, 0, 10_000);
    assertThat(CacheHistory.NONE.after(first, null).judge(turn(HERE, 100, 11_000), 0, MIN))
        .isEqualTo(
            new CacheFinding(CacheMiss.UNKNOWN, new Gap(first, Duration.ofSeconds(100), false)));
  }

  @Test
  void aMissElsewhereIsAMoveAndTeachesNothing() {
    CacheHistory history = CacheHistory.NONE.after(turn(HERE, 0, 10_000), null);
    assertThat(history.judge(turn(THERE, 600, 11_000), 0, MIN)).isEqualTo(miss(CacheMiss.MOVED));
  }

  @Test
  void aReadElsewhereTeachesNothing() {
    CacheHistory history = CacheHistory.NONE.after(turn(HERE, 0, 10_000), null);
    assertThat(history.judge(turn(THERE, 100, 11_000), 10_000, MIN)).isEqualTo(nothing());
  }

  @Test
  void aPromptThatBecameMarkedlyShorterHasChanged() {
    CacheHistory history = CacheHistory.NONE.after(turn(HERE, 0, 190_000), null);
    assertThat(history.judge(turn(HERE, 5, 15_000), 2_000, MIN))
        .isEqualTo(miss(CacheMiss.PREFIX_CHANGED));
  }

  @Test
  void anotherOpeningUnderTheSameSessionHasChanged() {
    CacheHistory history = CacheHistory.NONE.after(turn(HERE, 0, 10_000), null);
    assertThat(history.judge(opening(2, 5, 12_000), 0, MIN))
        .isEqualTo(miss(CacheMiss.PREFIX_CHANGED));
  }

  @Test
  void aConversationThatGoesOnWithAnotherModelHasChanged() {
    CacheHistory history = CacheHistory.NONE.after(turn(HERE, 0, 10_000), null);
    assertThat(history.judge(model(8, 1), 0, MIN)).isEqualTo(miss(CacheMiss.PREFIX_CHANGED));
  }

  @Test
  void anotherConversationWithAnotherModelIsAFirstTurn() {
    CacheHistory history = CacheHistory.NONE.after(turn(HERE, 0, 10_000), null);
    assertThat(history.judge(model(8, 2), 0, MIN)).isEqualTo(nothing());
  }

  @Test
  void aPromptBelowTheMinimumIsNotCached() {
    CacheUse small = new CacheUse(7, 1, HERE, START, 500, 0, FIVE, false);
    CacheHistory history = CacheHistory.NONE.after(small, null);
    assertThat(
            history.judge(
                new CacheUse(7, 1, HERE, START.plusSeconds(9), 700, 0, FIVE, false), 0, MIN))
        .isEqualTo(miss(CacheMiss.BELOW_MINIMUM));
  }

  @Test
  void aTurnAfterOneThatWasNotCachedMissesNothing() {
    CacheUse uncached = new CacheUse(7, 1, HERE, START, 900, 0, FIVE, false);
    CacheHistory history = CacheHistory.NONE.after(uncached, null);
    assertThat(history.judge(turn(HERE, 5, 2_000), 0, MIN)).isEqualTo(nothing());
  }

  @Test
  void aTurnThatCachesNothingDoesNotMissACache() {
    CacheHistory history = CacheHistory.NONE.after(turn(HERE, 0, 10_000), null);
    CacheUse unmarked = new CacheUse(7, 1, HERE, START.plusSeconds(5), 11_000, 0, FIVE, false);
    assertThat(history.judge(unmarked, 0, MIN)).isEqualTo(nothing());
  }

  @Test
  void whereOnlyASharedBeginningIsReadNothingIsLearned() {
    CacheHistory history = CacheHistory.NONE.after(turn(HERE, 0, 10_000), null);
    assertThat(history.judge(turn(HERE, 900, 11_000), 7_000, MIN)).isEqualTo(nothing());
  }

  @Test
  void conversationsOfOneSessionAreHeldAgainstThemselves() {
    CacheUse main = turn(HERE, 0, 100_000);
    CacheHistory history = CacheHistory.NONE.after(main, null).after(opening(2, 280, 9_000), null);
    assertThat(history.judge(turn(HERE, 400, 101_000), 0, MIN).gap())
        .isEqualTo(new Gap(main, Duration.ofSeconds(400), false));
  }

  @Test
  void aPromptThatWasCutShortIsNotGoneBackTo() {
    CacheHistory history =
        CacheHistory.NONE
            .after(turn(HERE, 0, 190_000), null)
            .after(turn(HERE, 10, 15_000), CacheMiss.PREFIX_CHANGED);
    assertThat(history.uses()).hasSize(1);
    assertThat(history.judge(turn(HERE, 900, 195_000), 15_000, MIN).gap())
        .extracting(Gap::length)
        .isEqualTo(Duration.ofSeconds(890));
  }

  @Test
  void aTurnOfWhichNothingIsKnownTeachesNothing() {
    CacheHistory history = CacheHistory.NONE.after(turn(HERE, 0, 10_000), null).without(7, 1);
    assertThat(history.judge(turn(HERE, 600, 11_000), 10_000, MIN)).isEqualTo(nothing());
  }

  @Test
  void missesAreCountedByReasonAndTheNewestIsNamed() {
    CacheHistory history =
        CacheHistory.NONE
            .after(turn(HERE, 0, 10_000), null)
            .after(turn(THERE, 1, 10_000), CacheMiss.MOVED)
            .after(turn(HERE, 2, 10_000), CacheMiss.MOVED)
            .after(turn(HERE, 900, 10_000), CacheMiss.EXPIRED)
            .after(turn(HERE, 901, 10_000), null);
    assertThat(history.misses())
        .containsOnly(
            java.util.Map.entry(CacheMiss.MOVED, 2L), java.util.Map.entry(CacheMiss.EXPIRED, 1L));
    assertThat(history.last())
        .isEqualTo(new CacheHistory.Last(CacheMiss.EXPIRED, START.plusSeconds(900)));
  }

  @Test
  void theHistoryIsBounded() {
    CacheHistory history = CacheHistory.NONE;
    for (int i = 0; i < 1_000; i++) {
      history = history.after(opening(i, i, 10_000), CacheMiss.PREFIX_CHANGED);
    }
    assertThat(history.uses()).hasSize(CacheHistory.USES);
    assertThat(history.encode().length()).isLessThan(300);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aHistoryIsReadBackFromItsText(long seed) {
    Random random = new Random(seed);
    CacheHistory history = CacheHistory.NONE;
    for (int i = 0; i < 20; i++) {
      CacheMiss miss = random.nextBoolean() ? null : REASONS.get(random.nextInt(REASONS.size()));
      history =
          history.after(
              new CacheUse(
                  random.nextInt(1 << 24),
                  random.nextInt(1 << 24),
                  random.nextInt(1 << 24),
                  START.plusSeconds(random.nextInt(1_000_000)),
                  200_000 + random.nextInt(16_000_000),
                  random.nextInt(200_000),
                  Duration.ofSeconds(random.nextInt(100_000)),
                  random.nextBoolean()),
              miss);
    }
    assertThat(CacheHistory.parse(history.encode())).isEqualTo(history);
  }

  @Test
  void whatAnotherVersionWroteIsLeftOut() {
    CacheHistory history = CacheHistory.NONE.after(turn(HERE, 0, 10_000), CacheMiss.MOVED);
    assertThat(
            CacheHistory.parse(
                "A".repeat(28) + "é\nlater=3\nmoved@é\n" + history.encode() + "else"))
        .isEqualTo(history);
    assertThat(CacheHistory.parse(null)).isEqualTo(CacheHistory.NONE);
  }

  private static CacheUse turn(int holder, int second, long prompt) {
    return new CacheUse(7, 1, holder, START.plusSeconds(second), prompt, prompt, FIVE, false);
  }

  private static CacheUse opening(int opening, int second, long prompt) {
    return new CacheUse(7, opening, HERE, START.plusSeconds(second), prompt, prompt, FIVE, false);
  }

  private static CacheUse model(int model, int opening) {
    return new CacheUse(model, opening, HERE, START.plusSeconds(5), 12_000, 12_000, FIVE, false);
  }

  private static CacheFinding nothing() {
    return new CacheFinding(null, null);
  }

  private static CacheFinding miss(@Nullable CacheMiss reason) {
    return new CacheFinding(reason, null);
  }
}

package dev.mooring.affinity.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.cache.CacheFinding.Gap;
import dev.mooring.affinity.cache.LearnedLifetimes.Cache;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a node learns of caches, and what it hears. */
class LearnedLifetimesTest {
  private static final Duration FIVE = Duration.ofMinutes(5);
  private static final Cache CACHE = new Cache("p", "m", null);

  @Test
  void eachCacheIsLearnedByItself() {
    LearnedLifetimes learned = new LearnedLifetimes();
    assertThat(learned.learn("p", "m", gap(FIVE, false, 60, true))).isTrue();
    assertThat(learned.learn("p", "m", gap(FIVE, false, 61, true))).isFalse();
    assertThat(learned.learn("p", "n", gap(FIVE, false, 60, false))).isFalse();
    assertThat(learned.of(CACHE).samples()).isEqualTo(2);
    assertThat(learned.everRead("p", "m")).isTrue();
    assertThat(learned.everRead("p", "n")).isFalse();
  }

  @Test
  void aLifetimeThatRequestsAskForIsAnotherCache() {
    LearnedLifetimes learned = new LearnedLifetimes();
    learned.learn("p", "m", gap(Duration.ofHours(1), true, 1_800, true));
    assertThat(learned.all()).containsOnlyKeys(new Cache("p", "m", Duration.ofHours(1)));
    assertThat(learned.of(CACHE).samples()).isZero();
  }

  @Test
  void cachesAreBounded() {
    LearnedLifetimes learned = new LearnedLifetimes();
    for (int i = 0; i < 2 * LearnedLifetimes.LIMIT; i++) {
      learned.learn("p", "m" + i, gap(FIVE, false, 60, true));
    }
    assertThat(learned.all()).hasSize(LearnedLifetimes.LIMIT);
    learned.learn("p", "m0", gap(FIVE, false, 60, true));
    assertThat(learned.of(new Cache("p", "m0", null)).samples()).isEqualTo(2);
  }

  @Test
  void whatNodesTellAddsUpUntilOneIsAloneAgain() {
    LearnedLifetimes one = new LearnedLifetimes();
    LearnedLifetimes other = new LearnedLifetimes();
    one.learn("p", "m", gap(FIVE, false, 60, true));
    other.learn("p", "m", gap(FIVE, false, 400, false));
    one.hear(List.of(one.own(), other.own()));
    assertThat(one.of(CACHE).samples()).isEqualTo(2);
    assertThat(samples(one.own())).isEqualTo(1);
    one.hear(List.of());
    assertThat(one.of(CACHE).samples()).isEqualTo(1);
  }

  @Test
  void whatIsHandedOutDoesNotChange() {
    LearnedLifetimes learned = new LearnedLifetimes();
    learned.learn("p", "m", gap(FIVE, false, 60, true));
    Map<Cache, Gaps> before = learned.own();
    learned.learn("p", "m", gap(FIVE, false, 60, true));
    assertThat(samples(before)).isEqualTo(1);
  }

  private static int samples(Map<Cache, Gaps> known) {
    return Objects.requireNonNull(known.get(CACHE)).samples();
  }

  private static Gap gap(Duration lifetime, boolean asked, int seconds, boolean read) {
    CacheUse use = new CacheUse(1, 1, 1, Instant.EPOCH, 9_000, 9_000, lifetime, asked);
    return new Gap(use, Duration.ofSeconds(seconds), read);
  }
}

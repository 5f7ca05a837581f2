package dev.mooring.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How many prefixes are remembered, and which is found. */
class KnownPrefixesTest {
  private static final long MOST_BYTES = 100_000;

  private final KnownPrefixes prefixes = new KnownPrefixes(MOST_BYTES);

  private static PrefixHashes hashes(int text) {
    byte[] bytes = new byte[4 * PrefixHashes.BLOCK];
    new Random(text).nextBytes(bytes);
    return PrefixHashes.of(bytes, 0, 0);
  }

  private static KnownPrefix prefix(PrefixHashes hashes, int blocks, int numbers) {
    return new KnownPrefix(
        blocks,
        hashes.second(blocks),
        10,
        false,
        false,
        null,
        List.of(),
        List.of(),
        List.of(),
        new int[numbers],
        new int[0]);
  }

  @Test
  void theLongestIsFound() {
    PrefixHashes hashes = hashes(1);
    KnownPrefix one = prefix(hashes, 1, 0);
    KnownPrefix three = prefix(hashes, 3, 0);
    assertThat(prefixes.find(hashes)).isNull();
    prefixes.add(hashes, one);
    assertThat(prefixes.find(hashes)).isSameAs(one);
    prefixes.add(hashes, three);
    assertThat(prefixes.find(hashes)).isSameAs(three);
    assertThat(prefixes.find(hashes(2))).isNull();
  }

  @Test
  void oneWithTheSameFirstHalfOfTheHashIsNotFound() {
    PrefixHashes hashes = hashes(1);
    KnownPrefix other = prefix(hashes(2), 2, 0);
    prefixes.add(hashes, other);
    assertThat(prefixes.find(hashes)).isNull();
  }

  @Test
  void thoseNotAskedForLongestGoAndNeverTakeMoreThanTheyMay() {
    PrefixHashes asked = hashes(0);
    prefixes.add(asked, prefix(asked, 1, 100));
    for (int text = 1; text < 1_000; text++) {
      PrefixHashes hashes = hashes(text);
      prefixes.add(hashes, prefix(hashes, 1, 100));
      assertThat(prefixes.find(asked)).isNotNull();
      assertThat(prefixes.heapBytes()).isLessThanOrEqualTo(MOST_BYTES);
    }
    assertThat(prefixes.find(hashes(1))).isNull();
    assertThat(prefixes.find(hashes(999))).isNotNull();
    assertThat(prefixes.heapBytes()).isGreaterThan(MOST_BYTES / 2);
  }

  @Test
  void oneThatIsReadAgainCountsOnce() {
    PrefixHashes hashes = hashes(1);
    prefixes.add(hashes, prefix(hashes, 1, 100));
    long once = prefixes.heapBytes();
    prefixes.add(hashes, prefix(hashes, 1, 100));
    assertThat(prefixes.heapBytes()).isEqualTo(once);
  }

  @Test
  void oneThatWouldTakeTooMuchIsNotRemembered() {
    PrefixHashes hashes = hashes(1);
    prefixes.add(hashes, prefix(hashes, 1, 1_000));
    assertThat(prefixes.find(hashes)).isNull();
    assertThat(prefixes.heapBytes()).isZero();
  }
}

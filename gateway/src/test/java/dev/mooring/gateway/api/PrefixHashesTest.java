package dev.mooring.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What tells the beginnings of two texts apart. */
class PrefixHashesTest {
  private static final int BLOCKS = 3;

  private final byte[] text = new byte[BLOCKS * PrefixHashes.BLOCK + 100];

  PrefixHashesTest() {
    new Random(1).nextBytes(text);
  }

  private static long[] halves(PrefixHashes hashes, int blocks) {
    return new long[] {hashes.first(blocks), hashes.second(blocks)};
  }

  @Test
  void onlyWholeBlocksHaveAHash() {
    assertThat(PrefixHashes.of(text, 0, 0).blocks()).isEqualTo(BLOCKS);
    assertThat(PrefixHashes.of(text, 101, 0).blocks()).isEqualTo(BLOCKS - 1);
    assertThat(PrefixHashes.of(text, text.length, 0).blocks()).isZero();
  }

  @Test
  void theSameBytesHaveTheSameHashesWhereverTheyStandAndWhateverFollows() {
    byte[] moved = new byte[text.length + 5];
    System.arraycopy(text, 0, moved, 5, 2 * PrefixHashes.BLOCK);
    PrefixHashes there = PrefixHashes.of(moved, 5, 7);
    PrefixHashes here = PrefixHashes.of(text, 0, 7);
    for (int blocks = 1; blocks <= 2; blocks++) {
      assertThat(halves(there, blocks)).isEqualTo(halves(here, blocks));
    }
    assertThat(there.first(3)).isNotEqualTo(here.first(3));
    assertThat(there.second(3)).isNotEqualTo(here.second(3));
  }

  @Test
  void everyBitCountsFromItsBlockOn() {
    PrefixHashes before = PrefixHashes.of(text, 0, 0);
    Set<Long> hashes = new HashSet<>();
    int changes = 0;
    for (int at = 0; at < BLOCKS * PrefixHashes.BLOCK; at += 61, changes++) {
      byte[] changed = text.clone();
      changed[at] ^= (byte) (1 << at % 8);
      PrefixHashes after = PrefixHashes.of(changed, 0, 0);
      int block = at / PrefixHashes.BLOCK + 1;
      for (int blocks = 1; blocks <= BLOCKS; blocks++) {
        assertThat(after.first(blocks) == before.first(blocks)).isEqualTo(blocks < block);
        assertThat(after.second(blocks) == before.second(blocks)).isEqualTo(blocks < block);
      }
      hashes.add(after.first(BLOCKS));
    }
    assertThat(hashes).hasSize(changes);
  }

  @Test
  void blocksThatChangePlacesAndWordsThatDoHaveOtherHashes() {
    byte[] blocks = new byte[2 * PrefixHashes.BLOCK];
    Arrays.fill(blocks, 0, PrefixHashes.BLOCK, (byte) 1);
    byte[] other = new byte[2 * PrefixHashes.BLOCK];
    Arrays.fill(other, PrefixHashes.BLOCK, other.length, (byte) 1);
    assertThat(PrefixHashes.of(blocks, 0, 0).first(2))
        .isNotEqualTo(PrefixHashes.of(other, 0, 0).first(2));
    byte[] swapped = text.clone();
    System.arraycopy(text, 0, swapped, 8, 8);
    System.arraycopy(text, 8, swapped, 0, 8);
    assertThat(PrefixHashes.of(swapped, 0, 0).first(1))
        .isNotEqualTo(PrefixHashes.of(text, 0, 0).first(1));
  }

  @Test
  void anotherSaltGivesOtherHashes() {
    PrefixHashes one = PrefixHashes.of(text, 0, 1);
    PrefixHashes two = PrefixHashes.of(text, 0, 2);
    for (int blocks = 1; blocks <= BLOCKS; blocks++) {
      assertThat(one.first(blocks)).isNotEqualTo(two.first(blocks));
      assertThat(one.second(blocks)).isNotEqualTo(two.second(blocks));
    }
  }
}

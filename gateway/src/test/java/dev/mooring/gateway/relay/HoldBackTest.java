package dev.mooring.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HoldBackTest {
  private static final byte[] BYTES = new byte[1024];

  private final HoldBack held = new HoldBack();

  @Test
  void signsOfLifeBeforeTheFirstEventNeitherStartTheClockNorCount() {
    for (int i = 0; i < 100; i++) {
      assertThat(add(true)).isFalse();
    }
    assertThat(held.full()).isFalse();
    assertThat(add(false)).as("the clock starts").isTrue();
    for (int i = 0; i < 62; i++) {
      assertThat(add(true)).isFalse();
    }
    assertThat(held.full()).isFalse();
    add(false);
    assertThat(held.full()).isTrue();
  }

  @Test
  void theirBytesCount() {
    for (int i = 0; i < 256; i++) {
      assertThat(held.full()).isFalse();
      add(true);
    }
    assertThat(held.full()).isTrue();
  }

  private boolean add(boolean signOfLife) {
    return held.add(BYTES, 0, BYTES.length, signOfLife);
  }
}

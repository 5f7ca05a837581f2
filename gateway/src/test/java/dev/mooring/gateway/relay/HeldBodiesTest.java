package dev.mooring.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How many bytes of bodies may be held at once. */
class HeldBodiesTest {
  private final HeldBodies bodies = new HeldBodies(100);

  @Test
  void sharesTakeUntilAllIsTakenAndMayGoOnWhenOneIsReleased() {
    HeldBodies.Share one = bodies.share();
    HeldBodies.Share two = bodies.share();
    assertThat(one.takes(60)).isTrue();
    assertThat(two.takes(41)).isFalse();
    assertThat(two.takes(40)).isTrue();
    assertThat(bodies.bytes()).isEqualTo(100);
    one.release();
    one.release();
    assertThat(bodies.bytes()).isEqualTo(40);
    assertThat(two.takes(100)).isTrue();
  }

  @Test
  void whatIsGivenBackIsThereForOthers() {
    HeldBodies.Share one = bodies.share();
    assertThat(one.takes(100)).isTrue();
    assertThat(one.takes(10)).isTrue();
    assertThat(bodies.bytes()).isEqualTo(10);
    assertThat(bodies.share().takes(90)).isTrue();
  }

  @Test
  void aReleasedShareTakesNothing() {
    HeldBodies.Share share = bodies.share();
    share.release();
    assertThat(share.takes(1)).isFalse();
    assertThat(bodies.bytes()).isZero();
  }
}

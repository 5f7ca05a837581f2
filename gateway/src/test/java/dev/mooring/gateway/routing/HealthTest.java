package dev.mooring.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.config.HealthConfig;
import dev.mooring.gateway.config.RatesConfig;
import dev.mooring.gateway.routing.Health.Cause;
import dev.mooring.gateway.routing.Health.Subject;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class HealthTest {
  private static final HealthConfig RULES =
      new HealthConfig(
          5,
          Duration.ofSeconds(5),
          Duration.ofSeconds(60),
          Duration.ofSeconds(60),
          RatesConfig.defaults());
  private static final Subject SUBJECT = new Subject("p", "key", "model");

  private Instant now = Instant.parse("2026-11-29T12:00:00Z");
  private final Health health = new Health(() -> now);

  @Test
  void fourFailuresInARowTakeNothingDown() {
    fail(4);
    assertThat(health.isDown(SUBJECT)).isFalse();
  }

  @Test
  void theFifthFailureInARowTakesACredentialDownForFiveSeconds() {
    fail(5);
    assertDownFor(Duration.ofSeconds(5), Cause.FAILURES);
  }

  @Test
  void aSuccessBetweenBeginsTheCountAnew() {
    fail(4);
    health.succeeded(SUBJECT, false, RULES);
    fail(4);
    assertThat(health.isDown(SUBJECT)).isFalse();
  }

  @Test
  void onlyTheModelThatFailedIsDown() {
    fail(5);
    assertThat(health.isDown(new Subject("p", "key", "other"))).isFalse();
    assertThat(health.isDown(new Subject("p", "other", "model"))).isFalse();
  }

  @Test
  void eachProbeThatFailsDoublesTheTimeUpToSixtySeconds() {
    fail(5);
    for (int seconds : new int[] {5, 10, 20, 40, 60, 60}) {
      assertDownFor(Duration.ofSeconds(seconds), Cause.FAILURES);
      health.attempted(SUBJECT);
      fail(1);
    }
  }

  @Test
  void requestsThatFailTogetherDoubleTheTimeOnlyOnce() {
    fail(40);
    assertDownFor(Duration.ofSeconds(5), Cause.FAILURES);
  }

  @Test
  void whileOneRequestProbesTheOthersStillSeeItDown() {
    fail(5);
    pass(Duration.ofSeconds(5));
    assertThat(health.isDown(SUBJECT)).isFalse();
    health.attempted(SUBJECT);
    assertThat(health.isDown(SUBJECT)).isTrue();
    health.succeeded(SUBJECT, false, RULES);
    assertThat(health.isDown(SUBJECT)).isFalse();
  }

  @Test
  void aProbeThatItsCallerGivesUpLetsTheNextOneThrough() {
    fail(5);
    pass(Duration.ofSeconds(5));
    health.attempted(SUBJECT);
    health.abandoned(SUBJECT);
    assertThat(health.isDown(SUBJECT)).isFalse();
    health.attempted(SUBJECT);
    assertThat(health.isDown(SUBJECT)).isTrue();
  }

  @Test
  void aProbeThatNeverEndsHoldsTheOthersBackForAWhileOnly() {
    fail(5);
    pass(Duration.ofSeconds(5));
    health.attempted(SUBJECT);
    pass(Duration.ofSeconds(30));
    assertThat(health.isDown(SUBJECT)).isFalse();
    health.attempted(SUBJECT);
    assertThat(health.isDown(SUBJECT)).isTrue();
  }

  @Test
  void aSuccessForgetsHowOftenItWasDown() {
    fail(5);
    pass(Duration.ofSeconds(5));
    health.attempted(SUBJECT);
    fail(1);
    pass(Duration.ofSeconds(10));
    health.succeeded(SUBJECT, false, RULES);
    fail(5);
    assertDownFor(Duration.ofSeconds(5), Cause.FAILURES);
  }

  @Test
  void a429TakesItDownForAsLongAsItSaysAndNeedsNoProbe() {
    health.rateLimited(SUBJECT, Duration.ofSeconds(7), RULES);
    assertDownFor(Duration.ofSeconds(7), Cause.RATE_LIMIT);
    health.attempted(SUBJECT);
    assertThat(health.isDown(SUBJECT)).isFalse();
  }

  @Test
  void a429TakesItDownForSixtySecondsAtMost() {
    health.rateLimited(SUBJECT, Duration.ofHours(5), RULES);
    assertDownFor(Duration.ofSeconds(60), Cause.RATE_LIMIT);
  }

  @Test
  void a429ThatSaysNothingTakesNothingDown() {
    health.rateLimited(SUBJECT, null, RULES);
    health.rateLimited(SUBJECT, Duration.ZERO, RULES);
    assertThat(health.isDown(SUBJECT)).isFalse();
  }

  @Test
  void aRejectedCredentialIsDownForSixtySeconds() {
    health.rejected(SUBJECT, RULES);
    assertDownFor(Duration.ofSeconds(60), Cause.REJECTED);
  }

  @Test
  void whatIsDownIsNeverUpSoonerByAnotherFailure() {
    health.rejected(SUBJECT, RULES);
    health.rateLimited(SUBJECT, Duration.ofSeconds(1), RULES);
    fail(6);
    assertDownFor(Duration.ofSeconds(60), Cause.REJECTED);
  }

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      health.failed(SUBJECT, RULES);
    }
  }

  private void pass(Duration time) {
    now = now.plus(time);
  }

  /** Checks the end of the time to the millisecond, and moves on to it. */
  private void assertDownFor(Duration time, Cause cause) {
    assertThat(health.coolDown(SUBJECT)).isEqualTo(new Health.CoolDown(cause, now.plus(time)));
    pass(time.minusMillis(1));
    assertThat(health.isDown(SUBJECT)).isTrue();
    pass(Duration.ofMillis(1));
    assertThat(health.isDown(SUBJECT)).isFalse();
  }

  @Test
  void whatWasDownLongAgoIsForgotten() {
    for (int i = 0; i < 100; i++) {
      health.rejected(new Subject("p", "key " + i, "model"), RULES);
    }
    now = now.plus(Duration.ofMinutes(12));
    health.rejected(SUBJECT, RULES);
    assertThat(health.size()).isEqualTo(1);
    assertThat(health.isDown(SUBJECT)).isTrue();
  }
}

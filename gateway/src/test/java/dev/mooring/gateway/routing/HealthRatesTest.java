package dev.mooring.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.config.HealthConfig;
import dev.mooring.gateway.config.RatesConfig;
import dev.mooring.gateway.routing.Health.Subject;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Health by the rates of bad calls within a window. */
class HealthRatesTest {
  private static final HealthConfig RULES =
      new HealthConfig(
          5,
          Duration.ofSeconds(5),
          Duration.ofSeconds(60),
          Duration.ofSeconds(60),
          RatesConfig.defaults());
  private static final HealthConfig RULES_WITH_RATE =
      new HealthConfig(
          5,
          Duration.ofSeconds(5),
          Duration.ofSeconds(60),
          Duration.ofSeconds(60),
          new RatesConfig(Duration.ofSeconds(60), 20, Duration.ofSeconds(30), 25, 50, 50));
  private static final Subject SUBJECT = new Subject("p", "key", "model");

  private Instant now = Instant.parse("2026-11-29T12:00:00Z");
  private final Health health = new Health(() -> now);
  private HealthConfig rules = RULES;

  @Test
  void aQuarterOfFailuresAmongTwentyCallsMakesItDegraded() {
    calls("f...f...f...f...f..");
    assertThat(health.condition(SUBJECT)).isEqualTo(Condition.HEALTHY);
    calls(".");
    assertThat(health.condition(SUBJECT)).isEqualTo(Condition.DEGRADED);
    assertThat(health.isDown(SUBJECT)).isFalse();
    assertThat(health.degraded()).containsExactly(SUBJECT);
  }

  @Test
  void lessThanAQuarterDoesNot() {
    calls("f...f...f...f........");
    assertThat(health.condition(SUBJECT)).isEqualTo(Condition.HEALTHY);
  }

  @Test
  void halfOfItsCallsSlowMakesItDegradedAndNeverDown() {
    calls("s.s.s.s.s.s.s.s.s.s");
    assertThat(health.condition(SUBJECT)).isEqualTo(Condition.HEALTHY);
    calls(".");
    assertThat(health.condition(SUBJECT)).isEqualTo(Condition.DEGRADED);
    calls("ssssssssssssssssssss");
    assertThat(health.condition(SUBJECT)).isEqualTo(Condition.DEGRADED);
  }

  @Test
  void itIsWellAgainWhenTheBadCallsAreOldOrFew() {
    calls("f...f...f...f...f...");
    calls("....");
    assertThat(health.condition(SUBJECT)).as("5 of 24").isEqualTo(Condition.HEALTHY);
    calls("fff");
    assertThat(health.condition(SUBJECT)).as("8 of 27").isEqualTo(Condition.DEGRADED);
    now = now.plusSeconds(61);
    assertThat(health.condition(SUBJECT)).isEqualTo(Condition.HEALTHY);
  }

  @Test
  void whatIsWellCostsNothing() {
    calls("....................");
    assertThat(health.size()).isZero();
    calls("f.");
    assertThat(health.size()).isEqualTo(1);
    now = now.plusSeconds(61);
    calls(".");
    assertThat(health.size()).isZero();
  }

  @Test
  void whereARateIsSetItTakesDownThoughNoFiveInARow() {
    rules = RULES_WITH_RATE;
    calls("f.f.f.f.f.f.f.f.f..");
    assertThat(health.condition(SUBJECT)).as("too few calls").isEqualTo(Condition.HEALTHY);
    calls("f");
    assertThat(health.condition(SUBJECT)).isEqualTo(Condition.DOWN);
    now = now.plusSeconds(5);
    health.attempted(SUBJECT);
    calls(".");
    assertThat(health.condition(SUBJECT)).as("the window begins anew").isEqualTo(Condition.HEALTHY);
  }

  @Test
  void withoutOneFailuresInARowAloneTakeDown() {
    calls("f.".repeat(40));
    assertThat(health.condition(SUBJECT)).isEqualTo(Condition.DEGRADED);
    calls("fffff");
    assertThat(health.condition(SUBJECT)).isEqualTo(Condition.DOWN);
  }

  @Test
  void rateLimitsAndRejectionsAreNoFailures() {
    for (int i = 0; i < 30; i++) {
      health.rateLimited(SUBJECT, null, RULES);
      health.rejected(SUBJECT, RULES);
    }
    now = now.plusSeconds(60);
    assertThat(health.condition(SUBJECT)).isEqualTo(Condition.HEALTHY);
  }

  @Test
  void whatAnotherNodeFindsDegradedIsDegradedHereUntilItSaysSoNoMore() {
    health.hearDegraded(Set.of(SUBJECT));
    assertThat(health.condition(SUBJECT)).isEqualTo(Condition.DEGRADED);
    assertThat(health.degraded()).as("it is not told on").isEmpty();
    health.hearDegraded(Set.of());
    assertThat(health.condition(SUBJECT)).isEqualTo(Condition.HEALTHY);
  }

  @Test
  void aFewFailuresAreForgottenToo() {
    for (int i = 0; i < 50; i++) {
      health.failed(new Subject("p", "byok " + i, "model"), RULES);
    }
    now = now.plus(Duration.ofMinutes(11));
    health.failed(SUBJECT, RULES);
    assertThat(health.size()).isEqualTo(1);
  }

  @Test
  void whatIsRememberedIsBoundedAndTheOldestGoes() {
    for (int i = 0; i < SubjectMemory.LIMIT * 2; i++) {
      now = now.plusMillis(1);
      health.failed(new Subject("p", "byok " + i, "model"), RULES);
      if (i % 1000 == 0) {
        health.rejected(SUBJECT, RULES);
      }
    }
    assertThat(health.size()).isLessThanOrEqualTo(SubjectMemory.LIMIT);
    assertThat(health.isDown(SUBJECT)).isTrue();
  }

  /** Calls in order: {@code f} fails, {@code s} is slow, {@code .} is well. */
  private void calls(String course) {
    for (int i = 0; i < course.length(); i++) {
      switch (course.charAt(i)) {
        case 'f' -> health.failed(SUBJECT, rules);
        case 's' -> health.succeeded(SUBJECT, true, rules);
        default -> health.succeeded(SUBJECT, false, rules);
      }
    }
  }
}

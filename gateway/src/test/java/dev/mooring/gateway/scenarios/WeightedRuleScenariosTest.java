package dev.mooring.gateway.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.wire.Answer;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A rule whose targets have weights.
 *
 * <p>Otherwise than there, on purpose: a weighted rule without fallbacks keeps a session as one
 * with fallbacks does (RR-29); there it is drawn anew each turn.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WeightedRuleScenariosTest {
  private static final String RULES =
      """
      models:
        - { id: shared, targets: [{ provider: a, model: own }] }
        - { id: halves, targets: [{ provider: a, model: own }] }
        - { id: caught, targets: [{ provider: a, model: own }] }
        - { id: plain, caching: { supported: true, minTokens: 1 }, targets: [{ provider: a, model: own }] }
      routing:
        rules:
          - { name: share, when: 'model == "shared"', targets: [{ provider: a, model: u, weight: 70 }, { provider: b, model: u, weight: 30 }] }
          - { name: halves, when: 'model == "halves"', targets: [{ provider: a, model: u, weight: 50 }, { provider: b, model: u, weight: 50 }] }
          - { name: caught, when: 'model == "caught"', targets: [{ provider: a, model: u, weight: 50 }, { provider: b, model: u, weight: 50 }], fallbacks: [{ provider: a, model: last }] }
      """;
  private static final int SESSIONS = 500;

  private final Scene scene = new Scene(RULES);

  @BeforeEach
  void forget() {
    scene.hits();
  }

  @AfterAll
  void end() {
    scene.close();
  }

  // GV-19
  @Test
  void fiveHundredSessionsAreSharedSeventyToThirtyAndKeepTheirSideForThreeTurns() {
    int onA = 0;
    for (int i = 0; i < SESSIONS; i++) {
      String session = scene.newSession();
      String first = scene.turn(session, "shared").provider();
      onA += first.equals("a") ? 1 : 0;
      for (int turn = 1; turn < 3; turn++) {
        Answer answer = scene.turn(session, "shared");
        assertThat(answer.provider()).isEqualTo(first);
        assertThat(answer.outcome()).isEqualTo("confirmed");
      }
    }
    // one degree of freedom: above 10.83 in one of a thousand fair draws
    assertThat(chiSquare(onA, 0.7) + chiSquare(SESSIONS - onA, 0.3)).isLessThan(10.83);
  }

  // RR-29 (the other way round), RR-30
  @ParameterizedTest
  @ValueSource(strings = {"halves", "caught"})
  void aSessionStaysOnItsSideForTwentyTurnsWithAndWithoutFallbacks(String model) {
    Set<String> sides = new HashSet<>();
    for (int i = 0; i < 8; i++) {
      String session = scene.newSession();
      scene.turns(20, session, model);
      assertThat(scene.called()).hasSize(1).allSatisfy(sides::add);
    }
    assertThat(sides).anyMatch(id -> id.startsWith("a")).anyMatch(id -> id.startsWith("b"));
  }

  // IX-21
  @Test
  void aHundredIdenticalRequestsTakeTheSameRouteAndLeaveTheSameTrail() {
    Set<String> trails = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      trails.add(
          scene.anonymous("plain", "x".repeat(400)).routing().path("planningReasoning").asText());
    }
    assertThat(trails).hasSize(1);
    assertThat(scene.hits()).matches("a[123]×100");
  }

  private static double chiSquare(int observed, double share) {
    double expected = SESSIONS * share;
    return (observed - expected) * (observed - expected) / expected;
  }
}

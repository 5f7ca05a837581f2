package dev.mooring.gateway.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import dev.mooring.gateway.wire.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A rule that names its credentials.
 *
 * <p>Otherwise than there, on purpose: a rate limit rotates at once where there is no pin (EK-03);
 * a pin that was followed stays when nobody served (EK-07), since its cache is still there; a rule
 * that names a credential which is not configured is refused when it is loaded (EK-16). That a
 * caller chooses a stored credential by a header (EK-09) does not exist here.
 */
class PinnedRuleScenariosTest {
  private static final String RULES =
      """
      models:
        - { id: ruled, targets: [{ provider: b, model: own }, { provider: a, model: own }] }
        - { id: loose, targets: [{ provider: a, model: own }] }
      routing:
        rules:
          - { name: pinned, when: 'model == "ruled"', targets: [{ provider: a, model: u, credential: a2 }], fallbacks: [{ provider: b, model: u, credential: b2 }] }
          - { name: open, when: 'model == "loose"', targets: [{ provider: a, model: u, credential: a2 }], fallbacks: [{ provider: b, model: u }] }
      """;
  private static final String ITS_CREDENTIAL =
      "when: 'model == \"ruled\"', targets: [{ provider: a, model: u, credential: a2 }]";

  private final Scene scene = new Scene(RULES);

  @AfterEach
  void end() {
    scene.close();
  }

  // EK-01
  @Test
  void aRuleHoldsItsCredentialForFiftyTurns() {
    scene.turns(25, scene.newSession(), "ruled");
    for (int i = 0; i < 25; i++) {
      scene.turns(1, scene.newSession(), "ruled");
    }
    assertThat(scene.hits()).isEqualTo("a2×50");
  }

  // EK-02, EK-03, EK-04
  @ParameterizedTest
  @CsvSource({"500, a2×3 b2×1", "429, a2×1 b2×1", "401, a2×1 b2×1"})
  void aTargetThatFailsIsFollowedByTheFallbackThatTheRuleNames(int status, String hits) {
    scene.fails("a2", Fault.status(status).withHeader("retry-after-ms", "10").always());
    assertThat(scene.turn(scene.newSession(), "ruled").provider()).isEqualTo("b");
    assertThat(scene.hits()).isEqualTo(hits);
  }

  // EK-03 with a pin, IX-19
  @Test
  void aPinnedTargetThatIsRateLimitedIsRetriedBeforeTheFallback() {
    String session = scene.sessionOn("ruled", "a2");
    scene.fails("a2", Scene.BUSY);
    assertThat(scene.turn(session, "ruled").provider()).isEqualTo("b");
    assertThat(scene.hits()).isEqualTo("a2×3 b2×1");
  }

  // EK-05, EK-06
  @Test
  void aSessionFollowsTheFallbackAndComesBackWhenThatFails() {
    String session = scene.sessionOn("ruled", "a2");
    scene.fails("a2", Fault.status(500).always());
    scene.turns(1, session, "ruled");
    scene.heals("a2");
    scene.hits();
    scene.turns(10, session, "ruled");
    assertThat(scene.hits()).isEqualTo("b2×10");
    scene.fails("b2", Fault.status(500).always());
    scene.turns(1, session, "ruled");
    scene.heals("b2");
    assertThat(scene.hits()).isEqualTo("a2×1 b2×3");
    scene.turns(3, session, "ruled");
    assertThat(scene.hits()).isEqualTo("a2×3");
  }

  // EK-07
  @Test
  void whenTargetAndFallbackFailTheLastErrorIsToldAndThePinStays() {
    String session = scene.sessionOn("ruled", "a2");
    scene.fails("a2", Fault.status(500).always());
    scene.fails("b2", Fault.status(503).always());
    assertThat(scene.turn(session, "ruled").status()).isEqualTo(503);
    assertThat(scene.hits()).isEqualTo("a2×3 b2×3");
    scene.heals("a2", "b2");
    assertThat(scene.turn(session, "ruled").outcome()).isEqualTo("confirmed");
    assertThat(scene.hits()).isEqualTo("a2×1");
  }

  // EK-08
  @Test
  void aFallbackWithoutACredentialKeepsTheOneThatServed() {
    String session = scene.sessionOn("loose", "a2");
    scene.fails("a2", Fault.status(401).always());
    scene.turns(1, session, "loose");
    scene.heals("a2");
    String fallback = scene.called().get(1);
    assertThat(fallback).startsWith("b");
    scene.turns(10, session, "loose");
    assertThat(scene.hits()).isEqualTo(fallback + "×10");
  }

  // EK-10
  @Test
  void theCallersOwnCredentialComesBeforeTheRules() {
    String own = "\"providerOptions\":{\"gateway\":{\"byok\":{\"a\":[{\"apiKey\":\"key-own\"}]}}}";
    assertThat(scene.turnWith(scene.newSession(), "ruled", own).status()).isEqualTo(200);
    assertThat(scene.hits()).isEqualTo("own×1");
    scene.fails("own", Fault.status(401).always());
    assertThat(scene.turnWith(scene.newSession(), "ruled", own).status()).isEqualTo(200);
    assertThat(scene.hits()).isEqualTo("a2×1 own×1");
  }

  // EK-11
  @Test
  void aRuleThatNamesNoCredentialAnyMoreLeavesTheSessionOnItsOwn() {
    String session = scene.sessionOn("ruled", "a2");
    scene.reloadWith(ITS_CREDENTIAL.replace(", credential: a2", ""), ITS_CREDENTIAL);
    scene.turns(5, session, "ruled");
    assertThat(scene.hits()).isEqualTo("a2×5");
  }

  // EK-12
  @Test
  void aRuleThatNamesAnotherCredentialMovesTheSessionThere() {
    String session = scene.sessionOn("ruled", "a2");
    scene.reloadWith(ITS_CREDENTIAL.replace("a2", "a3"), ITS_CREDENTIAL);
    scene.turns(3, session, "ruled");
    assertThat(scene.hits()).isEqualTo("a3×3");
    scene.reloadWith(ITS_CREDENTIAL.replace(", credential: a2", ""), ITS_CREDENTIAL);
    scene.turns(3, session, "ruled");
    assertThat(scene.hits()).isEqualTo("a3×3");
  }

  // EK-19
  @Test
  void aStreamThatFailsBeforeItsFirstOutputFallsBackAndIsPinnedThere() {
    String session = scene.sessionOn("ruled", "a2");
    scene.fails("a2", Fault.status(500).always());
    Answer answer = scene.turnWith(session, "ruled", "\"stream\":true");
    assertThat(answer.events()).isNotEmpty();
    assertThat(scene.hits()).isEqualTo("a2×3 b2×1");
    scene.heals("a2");
    scene.turnWith(session, "ruled", "\"stream\":true");
    assertThat(scene.hits()).isEqualTo("b2×1");
  }

  // EK-19
  @Test
  void aStreamThatFailsAfterItsFirstOutputReachesTheCallerAndNothingElseIsTried() {
    scene.fails("a2", Fault.of(FaultKind.ERROR_EVENT, 3));
    Answer answer = scene.turnWith(scene.newSession(), "ruled", "\"stream\":true");
    assertThat(answer.text()).contains("\"error\"").doesNotContain("\"finish_reason\":\"stop\"");
    assertThat(scene.hits()).isEqualTo("a2×1");
  }

  // EK-20
  @Test
  void aRequestThatNamesItsProviderPlansOnlyTheRulesTargetThere() {
    scene.fails("a2", Fault.status(401).always());
    assertThat(scene.turn(scene.newSession(), "a/ruled").status()).isEqualTo(401);
    assertThat(scene.hits()).isEqualTo("a2×1");
    assertThat(scene.turn(scene.newSession(), "b/ruled").status()).isEqualTo(200);
    assertThat(scene.hits()).isEqualTo("b2×1");
  }
}

package dev.mooring.gateway.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.wire.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sessions under a configuration that changes. */
class ChangedConfigScenariosTest {
  private static final String RULES =
      """
      models:
        - { id: m, targets: [{ provider: a, model: u, credential: a1 }, { provider: b, model: u, credential: b1 }] }
        - { id: ruled, targets: [{ provider: a, model: own }] }
      routing:
        rules:
          - { name: edited, when: 'model == "ruled"', targets: [{ provider: a, model: u, credential: a1, weight: 70 }, { provider: b, model: u, credential: b1, weight: 30 }] }
      """;
  private static final String RULED =
      "targets: [{ provider: a, model: u, credential: a1, weight: 70 }, { provider: b, model: u,"
          + " credential: b1, weight: 30 }] }";

  private final Scene scene = new Scene(RULES);

  @AfterEach
  void end() {
    scene.close();
  }

  // DC-06
  @Test
  void anEditedRuleMovesOnlyTheSessionsThatItMust() {
    String onA = scene.sessionOn("ruled", "a1");
    String onB = scene.sessionOn("ruled", "b1");
    scene.reloadWith("targets: [{ provider: b, model: u, credential: b1 }] }", RULED);
    Answer moved = scene.turn(onA, "ruled");
    assertThat(moved.outcome()).isEqualTo("skipped_not_in_plan");
    assertThat(moved.provider()).isEqualTo("b");
    assertThat(scene.turn(onB, "ruled").outcome()).isEqualTo("confirmed");
    scene.reload();
    scene.hits();
    scene.turns(3, onA, "ruled");
    scene.turns(3, onB, "ruled");
    assertThat(scene.hits()).isEqualTo("b1×6");
  }

  // DC-13
  @Test
  void howOftenIsRetriedChangesWithTheNextRequest() {
    String session = scene.sessionOn("m", "a1");
    scene.fails("a1", Fault.status(500).always());
    scene.reloadWith("maxRetries: 0", "maxRetries: 2");
    scene.turns(1, session, "m");
    assertThat(scene.hits()).isEqualTo("a1×1 b1×1");
    scene.reload();
    scene.turns(1, scene.newSession(), "m");
    assertThat(scene.hits()).isEqualTo("a1×3 b1×1");
  }

  // DC-15
  @Test
  void aProviderThatIsTakenOutAndPutBackDoesNotPullItsSessionsBack() {
    String session = scene.sessionOn("m", "a1");
    scene.reloadWith(
        "{ id: m, targets: [{ provider: b, model: u, credential: b1 }] }",
        "{ id: m, targets: [{ provider: a, model: u, credential: a1 }, { provider: b, model: u,"
            + " credential: b1 }] }");
    scene.turns(2, session, "m");
    scene.reload();
    scene.turns(3, session, "m");
    assertThat(scene.hits()).isEqualTo("b1×5");
  }

  // DC-17
  @Test
  void turnsThatOptOutLeaveTheSessionsPinAsItWas() {
    String session = scene.sessionOn("m", "a1");
    scene.fails("a1", Fault.status(401).always());
    scene.turns(1, session, "m");
    scene.heals("a1");
    scene.hits();
    for (int i = 0; i < 5; i++) {
      assertThat(scene.turn(session, "m", "x-bf-session-affinity", "off").outcome())
          .isEqualTo("skipped_mode_off");
    }
    assertThat(scene.hits()).isEqualTo("a1×5");
    assertThat(scene.turn(session, "m").outcome()).isEqualTo("promoted");
    assertThat(scene.hits()).isEqualTo("b1×1");
  }
}

package dev.mooring.gateway.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import dev.mooring.gateway.wire.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A session and its provider.
 *
 * <p>That a caller's cancel keeps the pin (PS-17) is shown by {@code PinRaceTest} and {@code
 * ClientCancelTest} of the wire tests, in every phase.
 *
 * <p>Otherwise than there, on purpose: a pin that was followed stays when nobody served (PS-05).
 */
class ProviderScenariosTest {
  private static final String MODELS =
      """
      models:
        - { id: m, targets: [{ provider: a, model: u, credential: a1 }, { provider: b, model: u, credential: b1 }] }
      """;
  private static final String BOTH =
      "[{ provider: a, model: u, credential: a1 }, { provider: b, model: u, credential: b1 }]";

  private final Scene scene = new Scene(MODELS);

  @AfterEach
  void end() {
    scene.close();
  }

  // PS-04
  @Test
  void theFallbackThatServesAFirstTurnIsThePin() {
    String session = scene.newSession();
    scene.fails("a1", Fault.status(500).always());
    scene.turns(1, session, "m");
    scene.heals("a1");
    assertThat(affinity(scene.turn(session, "m"))).isEqualTo("promoted b");
    assertThat(scene.hits()).isEqualTo("a1×3 b1×2");
  }

  // PS-05
  @Test
  void whenEveryProviderFailsThePinThatWasFollowedStays() {
    String session = pinnedToB();
    scene.fails("a1", Fault.status(500).always());
    scene.fails("b1", Fault.status(500).always());
    assertThat(scene.turn(session, "m").status()).isEqualTo(500);
    assertThat(scene.hits()).isEqualTo("a1×3 b1×3");
    scene.heals("a1", "b1");
    assertThat(affinity(scene.turn(session, "m"))).isEqualTo("promoted b");
  }

  // PS-06
  @Test
  void whenEveryProviderFailsBeforeThereIsAPinNoneIsWritten() {
    String session = scene.newSession();
    scene.fails("a1", Fault.status(500).always());
    scene.fails("b1", Fault.status(500).always());
    assertThat(scene.turn(session, "m").status()).isEqualTo(500);
    scene.heals("a1", "b1");
    assertThat(affinity(scene.turn(session, "m"))).isEqualTo("no_pin -");
  }

  // PS-07
  @Test
  void aPinOfTenSecondsEndsAfterFifteenIdleOnesAndATurnEveryFiveKeepsIt() {
    String session = pinnedToB("x-bf-session-ttl", "10");
    for (int i = 0; i < 8; i++) {
      scene.passes(Duration.ofSeconds(5));
      assertThat(affinity(scene.turn(session, "m", "x-bf-session-ttl", "10")))
          .isEqualTo("promoted b");
    }
    scene.passes(Duration.ofSeconds(15));
    assertThat(affinity(scene.turn(session, "m"))).isEqualTo("pin_expired -");
  }

  // PS-09
  @Test
  void aPinnedProviderThatLeavesTheTargetsIsPassedOverAndTheSessionPinnedAnew() {
    String session = pinnedToB();
    scene.reloadWith("[{ provider: a, model: u, credential: a1 }]", BOTH);
    assertThat(affinity(scene.turn(session, "m"))).isEqualTo("skipped_not_in_plan b");
    scene.reload();
    assertThat(affinity(scene.turn(session, "m"))).isEqualTo("confirmed a");
  }

  // PS-10
  @Test
  void aRequestThatMayNotUseThePinnedProviderMovesThePin() {
    String session = pinnedToB();
    String onlyA = "\"providerOptions\":{\"gateway\":{\"only\":[\"a\"]}}";
    assertThat(affinity(scene.turnWith(session, "m", onlyA))).isEqualTo("skipped_not_in_plan b");
    assertThat(affinity(scene.turn(session, "m"))).isEqualTo("confirmed a");
  }

  // PS-17
  @Test
  void aTimeOutOfThePinnedProviderMovesThePin() {
    String session = pinnedToB();
    scene.fails("b1", Fault.of(FaultKind.STALL_BEFORE_HEAD).always());
    assertThat(scene.turn(session, "m").provider()).isEqualTo("a");
    scene.heals("b1");
    assertThat(affinity(scene.turn(session, "m"))).isEqualTo("confirmed a");
  }

  // PS-18
  @Test
  void parallelFirstTurnsThatScatterConvergeOnTheOneThatWasServedFirst() {
    String session = scene.newSession();
    List<CompletableFuture<Answer>> turns = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      String order = i % 2 == 0 ? "a" : "b";
      turns.add(
          scene.turnAsync(
              session, "m", "\"providerOptions\":{\"gateway\":{\"order\":[\"" + order + "\"]}}"));
    }
    assertThat(turns).allSatisfy(turn -> assertThat(turn.join().status()).isEqualTo(200));
    String winner = scene.turn(session, "m").provider();
    for (String order : List.of("a", "b")) {
      String options = "\"providerOptions\":{\"gateway\":{\"order\":[\"" + order + "\"]}}";
      assertThat(scene.turnWith(session, "m", options).provider()).isEqualTo(winner);
    }
  }

  /** A session that is pinned to the second target; headers come in pairs of name and value. */
  private String pinnedToB(String... headers) {
    String session = scene.newSession();
    scene.fails("a1", Fault.status(500).always());
    assertThat(scene.turn(session, "m", headers).provider()).isEqualTo("b");
    scene.serves("a1");
    scene.hits();
    return session;
  }

  private static String affinity(Answer answer) {
    var affinity = answer.routing().path("affinity");
    return affinity.path("outcome").asText("-") + " " + affinity.path("pinnedProvider").asText("-");
  }
}

package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a credential is left alone, and for how long (contract, section 5, "Health"). */
class HealthWireTest {
  private static final String CONFIG =
      """
      providers:
        - { id: a, type: openai-compatible, baseUrl: "@0", retry: { maxRetries: 0 }, timeouts: { firstByte: 100ms }, credentials: [{ id: a1, apiKey: ka1 }] }
        - { id: b, type: openai-compatible, baseUrl: "@1", retry: { maxRetries: 0 }, credentials: [{ id: b1, apiKey: kb1 }] }
      models:
        - { id: m, targets: [{ provider: a, model: u }, { provider: b, model: u }] }
        - { id: other, targets: [{ provider: a, model: v }, { provider: b, model: v }] }
      """;

  private Wire wire;
  private Turns turns;
  private int sessions;

  @BeforeEach
  void start() {
    wire =
        Wire.of(
            CONFIG,
            SimulatorConfig.of(SimulatedKey.of("a1", "ka1")),
            SimulatorConfig.of(SimulatedKey.of("b1", "kb1")));
    turns = new Turns(wire);
  }

  @AfterEach
  void stop() {
    wire.close();
  }

  @Test
  void fiveFailuresInARowTakeItDownForFiveSecondsThenOneProbeDecides() {
    turns.fail(0, "a1", Fault.status(500).times(6));
    newSessions("m", 5);
    assertThat(turns.hits(0)).hasSize(5);
    newSessions("m", 3);
    assertThat(turns.hits(0)).hasSize(5);
    wire.clock().advance(Duration.ofSeconds(5));
    newSessions("m", 2);
    assertThat(turns.hits(0)).hasSize(6);
    wire.clock().advance(Duration.ofSeconds(9));
    newSessions("m", 1);
    assertThat(turns.hits(0)).hasSize(6);
    wire.clock().advance(Duration.ofSeconds(1));
    newSessions("m", 2);
    assertThat(turns.hits(0)).hasSize(8);
  }

  @Test
  void aTimeOutCountsAndASuccessBetweenClears() {
    turns.fail(0, "a1", Fault.status(500).times(3));
    turns.fail(0, "a1", Fault.of(FaultKind.STALL_BEFORE_HEAD));
    newSessions("m", 5);
    turns.fail(0, "a1", Fault.status(500).times(4));
    newSessions("m", 5);
    assertThat(turns.hits(0)).hasSize(10);
    turns.fail(0, "a1", Fault.of(FaultKind.STALL_BEFORE_HEAD).times(5));
    newSessions("m", 6);
    assertThat(turns.hits(0)).hasSize(15);
  }

  @Test
  void itIsDownForThatModelAlone() {
    turns.fail(0, "a1", Fault.status(500).times(5));
    newSessions("m", 6);
    assertThat(turns.hits(0)).hasSize(5);
    newSessions("other", 1);
    assertThat(turns.hits(0)).hasSize(6);
  }

  @ParameterizedTest
  @CsvSource({"7, 7", "3600, 60"})
  void a429TakesItDownForAsLongAsItSaysAMinuteAtMost(int says, int seconds) {
    turns.fail(0, "a1", Fault.rateLimited(says));
    newSessions("m", 2);
    wire.clock().advance(Duration.ofSeconds(seconds).minusMillis(1));
    newSessions("m", 1);
    assertThat(turns.hits(0)).hasSize(1);
    wire.clock().advance(Duration.ofMillis(1));
    newSessions("m", 1);
    assertThat(turns.hits(0)).hasSize(2);
  }

  @Test
  void a429ThatSaysNothingTakesNothingDown() {
    turns.fail(0, "a1", Fault.status(429).times(6));
    newSessions("m", 7);
    assertThat(turns.hits(0)).hasSize(7);
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 404})
  void whatWasRejectedIsDownForAMinute(int status) {
    turns.fail(0, "a1", Fault.status(status));
    newSessions("m", 2);
    wire.clock().advance(Duration.ofSeconds(60).minusMillis(1));
    newSessions("m", 1);
    assertThat(turns.hits(0)).hasSize(1);
    wire.clock().advance(Duration.ofMillis(1));
    newSessions("m", 1);
    assertThat(turns.hits(0)).hasSize(2);
  }

  @Test
  void whenEverythingIsDownThePlanIsTriedAnyway() {
    turns.fail(0, "a1", Fault.rateLimited(60));
    turns.fail(1, "b1", Fault.rateLimited(60));
    assertThat(turns.chat("all down", "m").status()).isEqualTo(429);
    assertThat(turns.chat("all down", "m").provider()).isEqualTo("a");
  }

  @Test
  void aSessionWhosePinnedAccountIsLimitedMovesWithTheOthersAndIsNotPulledBack() {
    turns.chat("pinned", "m");
    turns.fail(0, "a1", Fault.rateLimited(30));
    newSessions("m", 1);
    assertThat(Turns.affinity(turns.chat("pinned", "m"))).isEqualTo("skipped_health_down a -");
    wire.clock().advance(Duration.ofSeconds(31));
    newSessions("m", 1);
    assertThat(turns.hits(0)).hasSize(3);
    assertThat(Turns.affinity(turns.chat("pinned", "m"))).isEqualTo("promoted b a");
  }

  @Test
  void theNumbersAreConfiguration() {
    wire.gateway()
        .apply(
            wire.config(
                "health: { failures: 2, initialDown: 1s, maxDown: 3s, rejectedDown: 10s }\n"
                    + CONFIG));
    turns.fail(0, "a1", Fault.status(500).times(2));
    newSessions("m", 3);
    assertThat(turns.hits(0)).hasSize(2);
    wire.clock().advance(Duration.ofSeconds(1));
    newSessions("m", 1);
    assertThat(turns.hits(0)).hasSize(3);
    turns.fail(0, "a1", Fault.status(401));
    newSessions("m", 1);
    wire.clock().advance(Duration.ofSeconds(10));
    turns.fail(0, "a1", Fault.rateLimited(30));
    newSessions("m", 1);
    wire.clock().advance(Duration.ofSeconds(3));
    newSessions("m", 1);
    assertThat(turns.hits(0)).hasSize(6);
  }

  private void newSessions(String model, int count) {
    for (int i = 0; i < count; i++) {
      assertThat(turns.chat("session " + ++sessions, model).status()).isEqualTo(200);
    }
  }

  @Test
  void aProviderThatBreaksEveryStreamGoesDown() {
    turns.fail(0, "a1", Fault.of(FaultKind.CLOSE_AFTER_EVENTS, SampleTurn.AFTER_OUTPUT).times(9));
    for (int i = 0; i < 7; i++) {
      turns.send("breaks " + i, SampleTurn.CHAT.path(), SampleTurn.CHAT.stream());
    }
    assertThat(turns.hits(0)).hasSize(5);
  }

  @Test
  void aSideRouteThatServesSaysNothingOfTheChat() {
    turns.fail(0, "a1", Fault.status(500).times(4));
    newSessions("m", 4);
    wire.post("/v1/embeddings", "{\"model\":\"m\",\"input\":\"hi\"}");
    turns.fail(0, "a1", Fault.status(500));
    newSessions("m", 3);
    assertThat(turns.hits(0)).as("four, the side route, the fifth").hasSize(6);
  }

  @Test
  void aRequestThatAProviderDoesNotTakeGoesToTheNextAndTakesNothingDown() {
    turns.fail(0, "a1", Fault.status(415).times(6));
    for (int i = 0; i < 6; i++) {
      assertThat(turns.chat("odd " + i, "m").provider()).isEqualTo("b");
    }
    assertThat(turns.hits(0)).hasSize(6);
    assertThat(turns.chat("plain", "m").provider()).isEqualTo("a");
  }

  @Test
  void aProbeIsOverWhenItIsAcceptedAndItsBreakTakesDownForLonger() {
    turns.fail(0, "a1", Fault.status(500).times(5));
    newSessions("m", 5);
    wire.clock().advance(Duration.ofSeconds(5));
    turns.fail(0, "a1", Fault.of(FaultKind.CLOSE_AFTER_EVENTS, SampleTurn.AFTER_OUTPUT));
    turns.send("probe", SampleTurn.CHAT.path(), SampleTurn.CHAT.stream());
    assertThat(turns.hits(0)).hasSize(6);
    wire.clock().advance(Duration.ofSeconds(9));
    newSessions("m", 1);
    assertThat(turns.hits(0)).hasSize(6);
    wire.clock().advance(Duration.ofSeconds(1));
    newSessions("m", 1);
    assertThat(turns.hits(0)).hasSize(7);
  }
}

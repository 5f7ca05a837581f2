package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections that the provider closes, and callers that leave, never cost another request. */
class StaleConnectionTest extends FailoverPair {
  private static final int ROUNDS = 25;

  @ParameterizedTest
  @EnumSource
  void aConnectionThatWasClosedAfterAnAnswerIsReplacedUnseen(SampleTurn api) {
    breakFirst(Fault.of(FaultKind.CLOSE_AFTER_ANSWER).always());
    for (int i = 0; i < ROUNDS; i++) {
      assertServedAtOnce(wire.post(api.path(), api.body("m", i % 2 == 0, "")));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aReusedConnectionThatDiesUnderTheRequestIsReplacedOnceUnseen(SampleTurn api) {
    assertServedAtOnce(wire.post(api.path(), api.document()));
    breakFirst(Fault.of(FaultKind.RESET_AT_START));
    assertServedAtOnce(wire.post(api.path(), api.document()));
    breakFirst(Fault.of(FaultKind.RESET_AT_START).times(2));
    Answer second = wire.post(api.path(), api.document());
    assertThat(second.provider()).isEqualTo("b");
    assertThat(second.routing().at("/modelAttempts/0/providerAttempts")).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void aCallerWhoLeavesAtTheEndOfAnAnswerHarmsNobodyWhoUsesItsConnectionNext(SampleTurn api) {
    for (int i = 0; i < ROUNDS; i++) {
      try (OpenStream open = OpenStream.post(wire, api.path(), api.stream())) {
        assertThat(open.rest()).contains("provider_metadata");
      }
      assertServedAtOnce(wire.post(api.path(), api.document()));
    }
  }

  private static void assertServedAtOnce(Answer answer) {
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.provider()).isEqualTo("a");
    assertThat(answer.routing().at("/modelAttempts/0/providerAttempts")).hasSize(1);
  }
}

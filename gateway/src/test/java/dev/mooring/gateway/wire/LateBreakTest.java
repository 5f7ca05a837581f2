package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A stream that breaks after output ends with an error event, and with nothing that looks whole.
 */
class LateBreakTest extends FailoverPair {

  static Stream<Arguments> faultsAfterOutput() {
    List<Arguments> cases = new ArrayList<>();
    for (SampleTurn api : SampleTurn.values()) {
      for (FaultKind kind :
          List.of(
              FaultKind.RESET_AFTER_EVENTS,
              FaultKind.CLOSE_AFTER_EVENTS,
              FaultKind.END_AFTER_EVENTS,
              FaultKind.STALL_AFTER_EVENTS,
              FaultKind.ERROR_EVENT,
              FaultKind.FAILED_EVENT)) {
        cases.add(Arguments.of(api, kind));
      }
    }
    return cases.stream();
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("faultsAfterOutput")
  void itEndsWithTheApisErrorEventAndNeverCleanly(SampleTurn api, FaultKind kind) {
    Answer answer = broken(api, kind, "end-" + api + kind);
    List<Answer.Event> events = answer.events();
    assertThat(answer.status()).isEqualTo(200);
    assertThat(events).hasSizeGreaterThan(SampleTurn.AFTER_OUTPUT);
    assertThat(api.endsCleanly(events)).isFalse();
    Answer.Event last = api.last(events);
    assertThat(api.error(last).path("message").asText()).isNotBlank();
    assertThat(events.stream().filter(event -> api.error(event).isObject())).hasSize(1);
    if (api != SampleTurn.CHAT) {
      assertThat(last).isSameAs(events.get(events.size() - 1));
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("faultsAfterOutput")
  void nothingIsTriedAgainSinceAStartWasSeen(SampleTurn api, FaultKind kind) {
    Answer answer = broken(api, kind, "once-" + api + kind);
    assertThat(api.starts(answer.events())).isEqualTo(1);
    assertThat(wire.received(0)).hasSize(1);
    assertThat(wire.received(1)).isEmpty();
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("faultsAfterOutput")
  void theErrorEventCarriesTheMetadataAndTheAttemptIsNoSuccess(SampleTurn api, FaultKind kind) {
    Answer answer = broken(api, kind, "metadata-" + api + kind);
    JsonNode attempt = answer.routing().at("/modelAttempts/0/providerAttempts/0");
    assertThat(attempt.path("provider").asText()).isEqualTo("a");
    assertThat(attempt.path("statusCode").asInt()).isEqualTo(200);
    assertThat(attempt.path("success").asBoolean(true)).isFalse();
    assertThat(attempt.path("error").asText()).isNotBlank();
    assertThat(answer.routing().at("/modelAttempts/0/success").asBoolean(true)).isFalse();
    assertThat(api.last(answer.events()).data()).contains("\"provider_metadata\"");
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("faultsAfterOutput")
  void thePinThatTheTurnWroteIsGone(SampleTurn api, FaultKind kind) {
    String session = "pin-" + api + kind;
    broken(api, kind, session);
    assertThat(turn(api, session).outcome()).isEqualTo("no_pin");
    assertThat(turn(api, session).outcome()).isEqualTo("confirmed");
    broken(api, kind, session);
    assertThat(turn(api, session).outcome()).isEqualTo("no_pin");
  }

  @ParameterizedTest
  @EnumSource
  void theProvidersOwnErrorKeepsItsWords(SampleTurn api) {
    breakFirst(
        Fault.of(FaultKind.ERROR_EVENT, SampleTurn.AFTER_OUTPUT)
            .withError("overloaded_error", null, "we are full"));
    Answer answer = wire.post(api.path(), api.stream());
    JsonNode error = api.error(api.last(answer.events()));
    assertThat(error.path("message").asText()).isEqualTo("we are full");
  }

  @ParameterizedTest
  @EnumSource
  void aSecondStartOfTheProvidersIsPassedOnAsItCame(SampleTurn api) {
    breakFirst(Fault.of(FaultKind.SECOND_START, SampleTurn.AFTER_OUTPUT));
    Answer answer = wire.post(api.path(), api.stream());
    assertThat(api.starts(answer.events())).isEqualTo(2);
    assertThat(api.endsCleanly(answer.events())).isTrue();
  }

  private static Answer broken(SampleTurn api, FaultKind kind, String session) {
    breakFirst(Fault.of(kind, SampleTurn.AFTER_OUTPUT));
    return turn(api, session);
  }

  private static Answer turn(SampleTurn api, String session) {
    return wire.post(api.path(), api.stream(), "x-session-id", session);
  }

  @ParameterizedTest
  @EnumSource
  void aFaultOfTheCallersLeavesThePin(SampleTurn api) {
    String session = "fault " + api;
    turn(api, session);
    breakFirst(
        Fault.of(FaultKind.ERROR_EVENT, SampleTurn.AFTER_OUTPUT)
            .withError("invalid_request_error", "context_length_exceeded", "too long"));
    assertThat(api.endsCleanly(turn(api, session).events())).isFalse();
    assertThat(turn(api, session).outcome()).isEqualTo("confirmed");
  }
}

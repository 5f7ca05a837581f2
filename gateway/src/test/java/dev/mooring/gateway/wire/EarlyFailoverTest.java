package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Until the first output a stream fails over, whatever goes wrong, and the caller never knows. */
class EarlyFailoverTest extends FailoverPair {
  private static final String ERROR_DOCUMENT =
      "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"busy\"}}";

  static Stream<Arguments> faultsBeforeTheFirstOutput() {
    List<Fault> faults =
        List.of(
            Fault.of(FaultKind.ERROR_EVENT),
            Fault.of(FaultKind.ERROR_EVENT, 1),
            Fault.of(FaultKind.FAILED_EVENT),
            Fault.of(FaultKind.FAILED_EVENT, 1),
            Fault.of(FaultKind.RESET_AT_START).times(2),
            Fault.of(FaultKind.RESET_AFTER_EVENTS),
            Fault.of(FaultKind.RESET_AFTER_EVENTS, 1),
            Fault.of(FaultKind.CLOSE_AFTER_EVENTS, 1),
            Fault.of(FaultKind.END_AFTER_EVENTS),
            Fault.of(FaultKind.END_AFTER_EVENTS, 1),
            Fault.of(FaultKind.STALL_BEFORE_HEAD),
            Fault.of(FaultKind.STALL_BEFORE_FIRST_EVENT),
            Fault.of(FaultKind.STALL_AFTER_EVENTS, 1),
            Fault.status(200).withBody(ERROR_DOCUMENT),
            Fault.status(200).withBody("not even JSON"),
            Fault.status(429),
            Fault.status(529));
    List<Arguments> cases = new ArrayList<>();
    for (SampleTurn api : SampleTurn.values()) {
      faults.forEach(fault -> cases.add(Arguments.of(api, fault.kind(), fault.count(), fault)));
    }
    return cases.stream();
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @MethodSource("faultsBeforeTheFirstOutput")
  void aStreamThatFailsBeforeItsFirstOutputIsServedWholeByTheNext(
      SampleTurn api, FaultKind kind, int count, Fault fault) {
    breakFirst(fault);
    Answer answer = wire.post(api.path(), api.stream());
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("content-type")).startsWith("text/event-stream");
    assertThat(api.starts(answer.events())).isEqualTo(1);
    assertThat(api.endsCleanly(answer.events())).isTrue();
    assertThat(api.error(api.last(answer.events())).isMissingNode()).isTrue();
    assertThat(answer.provider()).isEqualTo("b");
    JsonNode attempts = answer.routing().at("/modelAttempts/0/providerAttempts");
    assertThat(attempts).hasSize(2);
    assertThat(attempts.at("/0/success").asBoolean(true)).isFalse();
    assertThat(attempts.at("/0/error").asText()).isNotEmpty();
    assertThat(wire.received(1)).hasSize(1);
    if (fault.status() == 429) {
      recover();
    }
  }

  static Stream<Arguments> faultsOfADocument() {
    List<Fault> faults =
        List.of(
            Fault.of(FaultKind.RESET_AT_START).times(2),
            Fault.of(FaultKind.RESET_AFTER_EVENTS),
            Fault.of(FaultKind.CLOSE_AFTER_EVENTS),
            Fault.of(FaultKind.STALL_BEFORE_HEAD),
            Fault.of(FaultKind.STALL_BEFORE_FIRST_EVENT),
            Fault.of(FaultKind.WRONG_CONTENT_LENGTH, 100),
            Fault.status(200).withBody(ERROR_DOCUMENT),
            Fault.status(200).withBody("[]"),
            Fault.status(302),
            Fault.status(500));
    List<Arguments> cases = new ArrayList<>();
    for (SampleTurn api : SampleTurn.values()) {
      faults.forEach(fault -> cases.add(Arguments.of(api, fault.kind(), fault.status(), fault)));
    }
    return cases.stream();
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @MethodSource("faultsOfADocument")
  void aDocumentThatDoesNotArriveWholeIsServedByTheNext(
      SampleTurn api, FaultKind kind, int status, Fault fault) {
    breakFirst(fault);
    Answer answer = wire.post(api.path(), api.document());
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.provider()).isEqualTo("b");
  }

  @ParameterizedTest
  @EnumSource
  void aRateLimitIsFoundInStreamsAsInDocuments(SampleTurn api) {
    for (boolean stream : new boolean[] {true, false}) {
      forget();
      breakFirst(Fault.rateLimited(30).withError(null, null, "slow down").times(3));
      breakSecond(Fault.rateLimited(20).withError(null, null, "slow down too").times(3));
      Answer answer = wire.post(api.path(), api.body("m", stream, ""));
      assertThat(answer.status()).isEqualTo(429);
      assertThat(answer.header("retry-after")).isEqualTo("20");
      assertThat(answer.json().at("/error/message").asText()).isEqualTo("slow down too");
      recover();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aStreamThatNobodyServesIsAPlainErrorWithItsStatus(SampleTurn api) {
    breakFirst(Fault.of(FaultKind.ERROR_EVENT, 1).withError(null, null, "first words"));
    breakSecond(Fault.of(FaultKind.ERROR_EVENT, 1).withError(null, null, "last words"));
    Answer answer = wire.post(api.path(), api.stream());
    assertThat(answer.status()).isGreaterThanOrEqualTo(500);
    assertThat(answer.header("content-type")).startsWith("application/json");
    assertThat(answer.json().at("/error/message").asText()).isEqualTo("last words");
    assertThat(answer.routing().at("/modelAttempts/0/providerAttempts")).hasSize(2);
  }

  @Test
  void theFirstAttemptsHeadersLeaveNoTrace() {
    breakFirst(Fault.status(503).withHeader("x-of-the-first", "1").withHeader("retry-after", "9"));
    Answer answer = wire.post(SampleTurn.CHAT.path(), SampleTurn.CHAT.stream());
    assertThat(answer.header("x-of-the-first")).isEmpty();
    assertThat(answer.header("retry-after")).isEmpty();
    assertThat(answer.header("x-mooring-provider")).isEqualTo("b");
  }

  @ParameterizedTest
  @EnumSource
  void aDocumentInTheStreamsSteadIsPassedOnAsADocument(SampleTurn api) {
    breakFirst(Fault.of(FaultKind.JSON_FOR_STREAM));
    Answer answer = wire.post(api.path(), api.stream());
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("content-type")).startsWith("application/json");
    assertThat(answer.provider()).isEqualTo("a");
  }
}

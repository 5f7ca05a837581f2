package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A silent stream is kept alive; a heartbeat fixes status and headers, and nothing else. */
class HeartbeatTest extends FailoverPair {
  private static final Duration SILENCE = Duration.ofMillis(300);

  @BeforeAll
  static void beatOften() {
    String often = CONFIG.replace("heartbeat: 15s", "heartbeat: 100ms");
    wire.gateway().apply(wire.config(often));
  }

  @ParameterizedTest
  @EnumSource
  void aProviderThatThinksForLongIsBridgedBeforeTheFirstByte(SampleTurn api) {
    breakFirst(Fault.stall(FaultKind.STALL_BEFORE_HEAD, 0, SILENCE));
    Answer answer = wire.post(api.path(), api.stream());
    assertThat(answer.text()).startsWith(heartbeat(api));
    assertThat(answer.provider()).isEqualTo("a");
    assertThat(answer.header("content-type")).startsWith("text/event-stream");
    assertThat(api.endsCleanly(answer.events())).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void aPauseWithinTheStreamIsBridged(SampleTurn api) {
    breakFirst(Fault.stall(FaultKind.STALL_AFTER_EVENTS, SampleTurn.AFTER_OUTPUT, SILENCE));
    Answer answer = wire.post(api.path(), api.stream());
    int at = answer.text().indexOf(heartbeat(api));
    assertThat(at).isPositive();
    assertThat(answer.text().substring(0, at)).endsWith("\n\n");
    assertThat(api.endsCleanly(answer.events())).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void afterAHeartbeatTheNextProviderStillServes(SampleTurn api) {
    breakFirst(Fault.of(FaultKind.STALL_BEFORE_HEAD));
    Answer answer = wire.post(api.path(), api.stream());
    assertThat(answer.text()).startsWith(heartbeat(api));
    assertThat(answer.provider()).isEqualTo("b");
    assertThat(api.starts(answer.events())).isEqualTo(1);
    assertThat(api.endsCleanly(answer.events())).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void afterAHeartbeatAnErrorIsTheStreamsLastEvent(SampleTurn api) {
    breakFirst(Fault.of(FaultKind.STALL_BEFORE_HEAD));
    breakSecond(Fault.status(503).withError(null, null, "nobody is left"));
    Answer answer = wire.post(api.path(), api.stream());
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text()).startsWith(heartbeat(api));
    assertThat(api.error(api.last(answer.events())).path("message").asText())
        .isEqualTo("nobody is left");
    assertThat(answer.routing().at("/modelAttempts/0/providerAttempts")).hasSize(2);
    assertThat(api.endsCleanly(answer.events())).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void afterAHeartbeatADocumentInTheStreamsSteadIsAFailureLikeAnyOther(SampleTurn api) {
    String session = "document-" + api;
    breakFirst(Fault.of(FaultKind.STALL_BEFORE_HEAD));
    breakSecond(Fault.of(FaultKind.JSON_FOR_STREAM));
    Answer answer = wire.post(api.path(), api.stream(), "x-session-id", session);
    assertThat(api.error(api.last(answer.events())).path("message").asText()).isNotBlank();
    assertThat(answer.routing().has("finalProvider")).isFalse();
    assertThat(wire.post(api.path(), api.stream(), "x-session-id", session).outcome())
        .isEqualTo("no_pin");
  }

  @ParameterizedTest
  @EnumSource
  void aDocumentGetsNoHeartbeat(SampleTurn api) {
    breakFirst(Fault.stall(FaultKind.STALL_BEFORE_HEAD, 0, SILENCE));
    Answer answer = wire.post(api.path(), api.document());
    assertThat(answer.text()).startsWith("{").doesNotContain("keep-alive");
  }

  private static String heartbeat(SampleTurn api) {
    return api == SampleTurn.MESSAGES
        ? "event: ping\ndata: {\"type\":\"ping\"}\n\n"
        : ": keep-alive\n\n";
  }

  @Test
  void aDocumentInAStreamsSteadIsNotPaidForTwice() {
    wire.gateway()
        .apply(
            wire.config(
                CONFIG
                    .replace("heartbeat: 15s", "heartbeat: 100ms")
                    .replace("retry: { maxRetries: 0 }", "retry: { maxRetries: 1 }")));
    breakFirst(Fault.of(FaultKind.STALL_BEFORE_HEAD).times(2));
    breakSecond(Fault.of(FaultKind.JSON_FOR_STREAM).times(2));
    Answer answer = wire.post(SampleTurn.CHAT.path(), SampleTurn.CHAT.stream());
    beatOften();
    assertThat(SampleTurn.CHAT.endsCleanly(answer.events())).isFalse();
    assertThat(wire.received(0)).hasSize(2);
    assertThat(wire.received(1)).hasSize(1);
  }
}

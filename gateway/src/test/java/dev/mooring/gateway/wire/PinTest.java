package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a pin is written, moved and removed (contract, section 5, "Pins"). */
class PinTest extends TwoAccounts {
  private static final String CONFIG =
      """
      health: { failures: 1000 }
      providers:
        - { id: a, type: openai-compatible, baseUrl: "@0", apis: [chat, responses, messages], retry: { maxRetries: 0 }, timeouts: { idle: 300ms }, credentials: [{ id: a1, apiKey: ka1 }] }
        - { id: b, type: openai-compatible, baseUrl: "@1", apis: [chat, responses, messages], retry: { maxRetries: 0 }, timeouts: { idle: 300ms }, credentials: [{ id: b1, apiKey: kb1 }] }
      models:
      """
          + IntStream.rangeClosed(1, 9)
              .mapToObj(
                  i ->
                      "  - { id: m%d, targets: [{ provider: a, model: u%d }, { provider: b, model: u%d }] }\n"
                          .formatted(i, i, i))
              .collect(Collectors.joining());

  PinTest() {
    super(CONFIG);
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/chat/completions, false", "/v1/chat/completions, true",
    "/v1/responses, false", "/v1/responses, true",
    "/v1/messages, false", "/v1/messages, true",
  })
  void anAcceptedTurnPinsItsProviderAndTheNextOneConfirmsIt(String path, boolean stream) {
    String session = "accepted " + path + stream;
    String plain = Turns.body(path, "m1", "hi");
    String body = stream ? Turns.streamed(plain) : plain;
    Answer first = turns.send(session, path, body);
    assertThat(Turns.affinity(first)).isEqualTo("no_pin - -");
    assertThat(first.provider()).isEqualTo("a");
    Answer second = turns.send(session, path, body);
    assertThat(Turns.affinity(second)).isEqualTo("confirmed a -");
  }

  @Test
  void aTurnServedElsewhereMovesThePinAndTheSessionStaysThere() {
    turns.chat("moves", "m1");
    turns.fail(0, "a1", Fault.status(500));
    Answer moved = turns.chat("moves", "m1");
    assertThat(moved.provider()).isEqualTo("b");
    assertThat(Turns.affinity(moved)).isEqualTo("confirmed a -");
    forget();
    for (int i = 0; i < 5; i++) {
      assertThat(Turns.affinity(turns.chat("moves", "m1"))).isEqualTo("promoted b a");
    }
    assertThat(turns.hits(0)).isEmpty();
    assertThat(turns.hits(1)).hasSize(5);
  }

  @Test
  void aSessionFollowsItsFallbackAndBack() {
    pinToB("there and back", "m1");
    turns.fail(1, "b1", Fault.status(500));
    assertThat(turns.chat("there and back", "m1").provider()).isEqualTo("a");
    assertThat(Turns.affinity(turns.chat("there and back", "m1"))).isEqualTo("confirmed a -");
  }

  @Test
  void aFailureNeverPins() {
    turns.fail(0, "a1", Fault.status(500));
    turns.fail(1, "b1", Fault.status(503));
    assertThat(turns.chat("failed", "m1").status()).isEqualTo(503);
    assertThat(Turns.affinity(turns.chat("failed", "m1"))).isEqualTo("no_pin - -");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/chat/completions", "/v1/responses", "/v1/messages"})
  void aStreamThatFailsBeforeItsFirstOutputNeverPins(String path) {
    String body = Turns.streamed(Turns.body(path, "m1", "hi"));
    turns.fail(0, "a1", Fault.of(FaultKind.ERROR_EVENT, 1));
    turns.fail(1, "b1", Fault.status(500));
    turns.send("early " + path, path, body);
    assertThat(turns.send("early " + path, path, body).outcome()).isEqualTo("no_pin");
  }

  @Test
  void aJsonAnswerThatBreaksOffNeverPins() {
    turns.fail(0, "a1", Fault.of(FaultKind.WRONG_CONTENT_LENGTH, 10));
    turns.fail(1, "b1", Fault.status(500));
    assertThat(turns.chat("torn", "m1").status()).isGreaterThanOrEqualTo(500);
    assertThat(turns.chat("torn", "m1").outcome()).isEqualTo("no_pin");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/chat/completions", "/v1/responses", "/v1/messages"})
  void aStreamThatBreaksAfterItsFirstOutputTakesItsOwnPinBack(String path) {
    String body = Turns.streamed(Turns.body(path, "m1", "hi"));
    turns.fail(0, "a1", Fault.of(FaultKind.CLOSE_AFTER_EVENTS, 8));
    turns.send("broke first " + path, path, body);
    assertThat(turns.hits(1)).isEmpty();
    assertThat(turns.send("broke first " + path, path, body).outcome()).isEqualTo("no_pin");
  }

  @Test
  void aStreamThatBreaksAfterItsFirstOutputRemovesThePinItFollowed() {
    String body = Turns.streamed(Turns.body(Turns.CHAT, "m1", "hi"));
    pinToB("broke later", "m1");
    turns.fail(1, "b1", Fault.of(FaultKind.ERROR_EVENT, 8));
    turns.send("broke later", Turns.CHAT, body);
    Answer next = turns.send("broke later", Turns.CHAT, body);
    assertThat(Turns.affinity(next)).isEqualTo("no_pin - -");
    assertThat(next.provider()).isEqualTo("a");
  }

  @Test
  void switchingModelsKeepsTheOtherPins() {
    pinToB("switches", "m1");
    assertThat(Turns.affinity(turns.chat("switches", "m2"))).isEqualTo("no_pin - -");
    assertThat(Turns.affinity(turns.chat("switches", "m1"))).isEqualTo("promoted b a");
    assertThat(Turns.affinity(turns.chat("switches", "m2"))).isEqualTo("confirmed a -");
  }

  @Test
  void aSessionKeepsEightPinsAndTheLeastRecentlyRenewedGoes() {
    for (int i = 1; i <= 8; i++) {
      turns.chat("many", "m" + i);
    }
    turns.chat("many", "m1");
    turns.chat("many", "m9");
    assertThat(turns.chat("many", "m1").outcome()).isEqualTo("confirmed");
    assertThat(turns.chat("many", "m9").outcome()).isEqualTo("confirmed");
    assertThat(turns.chat("many", "m3").outcome()).isEqualTo("confirmed");
    assertThat(turns.chat("many", "m2").outcome()).isEqualTo("no_pin");
  }

  @Test
  void aModelFallbackPinsTheModelThatServedAndNotTheOneThatFailed() {
    turns.fail(0, "a1", Fault.status(500).onlyForModel("u1"));
    turns.fail(1, "b1", Fault.status(500).onlyForModel("u1"));
    Answer served = turns.send("falls back", Turns.CHAT, orModel("m1", "m2"));
    assertThat(served.routing().path("canonicalSlug").asText()).isEqualTo("m2");
    assertThat(Turns.affinity(served)).isEqualTo("no_pin - -");
    assertThat(turns.chat("falls back", "m2").outcome()).isEqualTo("confirmed");
    assertThat(turns.chat("falls back", "m1").outcome()).isEqualTo("no_pin");
  }

  @Test
  void aFallbackModelsOwnPinIsHonouredAndTheFailedModelKeepsIts() {
    pinToB("falls back pinned", "m2");
    turns.chat("falls back pinned", "m1");
    turns.fail(0, "a1", Fault.status(500).onlyForModel("u1"));
    turns.fail(1, "b1", Fault.status(500).onlyForModel("u1"));
    Answer served = turns.send("falls back pinned", Turns.CHAT, orModel("m1", "m2"));
    assertThat(Turns.affinity(served)).isEqualTo("promoted b a");
    assertThat(served.provider()).isEqualTo("b");
    assertThat(turns.chat("falls back pinned", "m1").outcome()).isEqualTo("confirmed");
  }

  @Test
  void onAnErrorAffinitySpeaksOfTheFirstModel() {
    pinToB("error of first", "m1");
    turns.fail(0, "a1", Fault.status(500).times(2));
    turns.fail(1, "b1", Fault.status(500).times(2));
    Answer failed = turns.send("error of first", Turns.CHAT, orModel("m1", "m2"));
    assertThat(failed.status()).isEqualTo(500);
    assertThat(Turns.affinity(failed)).isEqualTo("promoted b a");
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 413, 422})
  void theCallersOwnFaultReachesItAsItIsAndLeavesThePin(int status) {
    String session = "own fault " + status;
    pinToB(session, "m1");
    turns.fail(1, "b1", Fault.status(status).withError("invalid_request_error", "c", "yours"));
    Answer refused = turns.chat(session, "m1");
    assertThat(refused.status()).isEqualTo(status);
    assertThat(refused.json().path("error").path("message").asText()).isEqualTo("yours");
    assertThat(turns.hits(0)).hasSize(1);
    assertThat(Turns.affinity(turns.chat(session, "m1"))).isEqualTo("promoted b a");
  }

  @Test
  void aPinThatWasFollowedStaysWhenNothingWasAccepted() {
    pinToB("none accepted", "m1");
    turns.fail(0, "a1", Fault.status(500));
    turns.fail(1, "b1", Fault.status(500));
    assertThat(turns.chat("none accepted", "m1").status()).isEqualTo(500);
    assertThat(Turns.affinity(turns.chat("none accepted", "m1"))).isEqualTo("promoted b a");
  }

  @Test
  void countingTokensFollowsThePinAndWritesNone() {
    String body = Turns.body(Turns.MESSAGES, "m3", "hi");
    turns.send("counts", Turns.MESSAGES + "/count_tokens", body);
    assertThat(turns.chat("counts", "m3").outcome()).isEqualTo("no_pin");
    pinToB("counts", "m1");
    forget();
    turns.send("counts", Turns.MESSAGES + "/count_tokens", Turns.body(Turns.MESSAGES, "m1", "hi"));
    turns.send("counts", Turns.RESPONSES + "/compact", Turns.body(Turns.RESPONSES, "m1", "hi"));
    assertThat(turns.hits(0)).isEmpty();
    assertThat(turns.hits(1)).hasSize(2);
  }

  private static String orModel(String model, String fallback) {
    return Turns.options(Turns.body(Turns.CHAT, model, "hi"), "\"models\":[\"" + fallback + "\"]");
  }

  private void pinToB(String session, String model) {
    turns.fail(0, "a1", Fault.status(500));
    assertThat(turns.chat(session, model).provider()).isEqualTo("b");
  }
}

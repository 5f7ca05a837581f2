package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request that does not want affinity (contract, section 5, "Opt out"). */
class OptOutTest extends TwoAccounts {
  private static final String CONFIG =
      """
      health: { failures: 1000 }
      providers:
        - { id: a, type: openai-compatible, baseUrl: "@0", apis: [chat, responses, messages], retry: { maxRetries: 0 }, credentials: [{ id: a1, apiKey: ka1 }] }
        - { id: b, type: openai-compatible, baseUrl: "@1", apis: [chat, responses, messages], retry: { maxRetries: 0 }, credentials: [{ id: b1, apiKey: kb1 }] }
      models:
        - { id: m, targets: [{ provider: a, model: u }, { provider: b, model: u }] }
        - { id: weighted, targets: [{ provider: a, model: u, weight: 1 }, { provider: b, model: u, weight: 1 }] }
      """;

  OptOutTest() {
    super(CONFIG);
  }

  @ParameterizedTest
  @ValueSource(strings = {"off", "false", "0", "OFF", "False", " Off "})
  void theHeaderTurnsItOffInAnyCase(String value) {
    String session = "header " + value;
    pinToB(session);
    Answer off = turns.chat(session, "m", "x-bf-session-affinity", value);
    assertOff(off, session);
    assertThat(Turns.affinity(turns.chat(session, "m"))).isEqualTo("promoted b a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"on", "true", "1", "maybe", "TRUE"})
  void everyOtherValueOfTheHeaderIsTheDefault(String value) {
    String session = "on " + value;
    pinToB(session);
    assertThat(Turns.affinity(turns.chat(session, "m", "x-bf-session-affinity", value)))
        .isEqualTo("promoted b a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/chat/completions", "/v1/responses", "/v1/messages"})
  void theOptionTurnsItOffInEveryFormat(String path) {
    String session = "option " + path;
    pinToB(session);
    String body = Turns.options(Turns.body(path, "m", "hi"), "\"sessionAffinity\":false");
    assertOff(turns.send(session, path, body), session);
    assertThat(Turns.affinity(turns.chat(session, "m"))).isEqualTo("promoted b a");
  }

  @Test
  void aTurnThatOptsOutWritesNoPin() {
    turns.chat("unwritten", "m", "x-bf-session-affinity", "off");
    assertThat(turns.chat("unwritten", "m").outcome()).isEqualTo("no_pin");
  }

  @Test
  void aTurnThatOptsOutAndBreaksRemovesNoPin() {
    pinToB("unbroken");
    turns.fail(0, "a1", Fault.of(dev.mooring.gateway.simulator.FaultKind.CLOSE_AFTER_EVENTS, 8));
    turns.send(
        "unbroken",
        Turns.CHAT,
        Turns.streamed(Turns.body(Turns.CHAT, "m", "hi")),
        "x-bf-session-affinity",
        "off");
    assertThat(Turns.affinity(turns.chat("unbroken", "m"))).isEqualTo("promoted b a");
  }

  @Test
  void weightsAreDrawnAtRandomEachTime() {
    Set<String> providers = new HashSet<>();
    for (int i = 0; i < 60; i++) {
      providers.add(turns.chat("random", "weighted", "x-bf-session-affinity", "off").provider());
    }
    assertThat(providers).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void theConfigurationTurnsItOffForAll() {
    pinToB("disabled");
    wire.gateway().apply(wire.config("affinity: { enabled: false }\n" + CONFIG));
    try {
      assertOff(turns.chat("disabled", "m"), "disabled");
    } finally {
      wire.gateway().apply(wire.config(CONFIG));
    }
    assertThat(Turns.affinity(turns.chat("disabled", "m"))).isEqualTo("promoted b a");
  }

  private void assertOff(Answer answer, String session) {
    assertThat(Turns.affinity(answer)).isEqualTo("skipped_mode_off - -");
    assertThat(answer.provider()).isEqualTo("a");
    assertThat(answer.routing().path("clientSessionId").asText()).isEqualTo(session.strip());
    assertThat(answer.header("x-mooring-affinity")).isEqualTo("skipped_mode_off");
    assertThat(answer.header("x-mooring-session-source")).isEqualTo("explicit");
  }

  private void pinToB(String session) {
    turns.fail(0, "a1", Fault.status(500));
    assertThat(turns.chat(session, "m").provider()).isEqualTo("b");
  }
}

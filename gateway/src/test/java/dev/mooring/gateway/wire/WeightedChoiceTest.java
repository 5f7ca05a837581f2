package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.ReceivedRequest;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Weighted choices before there is a pin (contract, section 5, "Promotion"). */
class WeightedChoiceTest {
  private static final String CONFIG =
      """
      providers:
        - { id: a, type: openai-compatible, baseUrl: "@0", apis: [chat, messages], credentials: [{ id: a1, apiKey: ka1 }, { id: a2, apiKey: ka2 }] }
        - { id: b, type: openai-compatible, baseUrl: "@1", apis: [chat, messages], credentials: [{ id: b1, apiKey: kb1 }] }
      models:
        - { id: m, targets: [{ provider: a, model: u, weight: 70 }, { provider: b, model: u, weight: 30 }] }
        - { id: one, targets: [{ provider: a, model: u }] }
      """;
  private static final int SESSIONS = 500;

  @Test
  void fiveHundredSessionsAreSharedByWeightAndKeepTheirPickTurnAfterTurn() {
    try (Wire wire = start(Duration.ZERO)) {
      Turns turns = new Turns(wire);
      Map<String, Integer> shares = new HashMap<>();
      for (int i = 0; i < SESSIONS; i++) {
        String provider = turns.chat("share " + i, "m").provider();
        shares.merge(provider, 1, Integer::sum);
        Answer next = turns.chat("share " + i, "m");
        assertThat(next.provider()).isEqualTo(provider);
        assertThat(next.outcome()).isEqualTo("confirmed");
      }
      // one degree of freedom: above 10.83 in one of a thousand fair draws
      assertThat(
              chiSquare(shares.getOrDefault("a", 0), 0.7)
                  + chiSquare(shares.getOrDefault("b", 0), 0.3))
          .isLessThan(10.83);
    }
  }

  @Test
  void aSessionDrawsTheSameProviderAndCredentialWithoutItsPinAndAfterARestart() {
    List<String> before = new ArrayList<>();
    List<String> expired = new ArrayList<>();
    List<String> restarted = new ArrayList<>();
    try (Wire wire = start(Duration.ZERO)) {
      draw(wire, before, "no_pin");
      wire.clock().advance(Duration.ofHours(30));
      draw(wire, expired, "no_pin");
    }
    try (Wire wire = start(Duration.ZERO)) {
      draw(wire, restarted, "no_pin");
    }
    assertThat(expired).isEqualTo(before);
    assertThat(restarted).isEqualTo(before);
    assertThat(new HashSet<>(before)).containsExactlyInAnyOrder("a1", "a2", "b1");
  }

  @Test
  void oneConversationUnderASharedLabelKeepsItsCredentialAndManySpread() {
    try (Wire wire = start(Duration.ZERO)) {
      Set<String> seen = new HashSet<>();
      for (int i = 0; i < 16; i++) {
        wire.simulator(0).clearRequests();
        for (int turn = 0; turn < 3; turn++) {
          assertThat(wire.post(Turns.CHAT, labelled("conversation " + i)).status()).isEqualTo(200);
        }
        assertThat(credentials(wire)).hasSize(1);
        seen.addAll(credentials(wire));
      }
      assertThat(seen).containsExactlyInAnyOrder("a1", "a2");
    }
  }

  @Test
  void aTemplateThatOpensEveryRunNeverPilesOntoOneCredential() {
    int together = 24;
    for (boolean labelled : new boolean[] {true, false}) {
      try (Wire wire = start(Duration.ofMillis(1500))) {
        String body =
            labelled ? labelled("template") : Turns.body(Turns.CHAT, "one", "t".repeat(2000));
        List<CompletableFuture<Answer>> turns = new ArrayList<>();
        for (int i = 0; i < together; i++) {
          turns.add(wire.postAsync(Turns.CHAT, body));
        }
        assertThat(turns).allSatisfy(turn -> assertThat(turn.join().status()).isEqualTo(200));
        Map<String, Long> load =
            wire.received(0).stream()
                .collect(Collectors.groupingBy(ReceivedRequest::credential, Collectors.counting()));
        assertThat(load.keySet()).containsExactlyInAnyOrder("a1", "a2");
        // two planning at the same moment may both see the load before the other's
        assertThat(load.values()).allMatch(count -> count <= Math.ceil(1.25 * together / 2) + 1);
      }
    }
  }

  @Test
  void aSessionThatPinsItsCredentialIsNeverMovedByLoad() {
    try (Wire wire = start(Duration.ofMillis(600))) {
      List<CompletableFuture<Answer>> turns = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        turns.add(
            wire.postAsync(
                Turns.CHAT, Turns.body(Turns.CHAT, "one", "hi"), Turns.with("one session")));
      }
      turns.forEach(CompletableFuture::join);
      assertThat(credentials(wire)).hasSize(1);
    }
  }

  private static void draw(Wire wire, List<String> credentials, String outcome) {
    wire.simulator(0).clearRequests();
    wire.simulator(1).clearRequests();
    Turns turns = new Turns(wire);
    for (int i = 0; i < 60; i++) {
      Answer answer = turns.chat("stable " + i, "m");
      assertThat(answer.outcome()).isEqualTo(outcome);
      List<String> hits = turns.hits(answer.provider().equals("a") ? 0 : 1);
      credentials.add(hits.get(hits.size() - 1));
    }
  }

  private static Wire start(Duration latency) {
    return Wire.of(
        CONFIG,
        SimulatorConfig.of(
            SimulatedKey.of("a1", "ka1").withLatency(latency, Duration.ZERO),
            SimulatedKey.of("a2", "ka2").withLatency(latency, Duration.ZERO)),
        SimulatorConfig.of(SimulatedKey.of("b1", "kb1")));
  }

  private static String labelled(String text) {
    return Turns.with(Turns.body(Turns.CHAT, "one", text), "\"prompt_cache_key\":\"label\"");
  }

  private static Set<String> credentials(Wire wire) {
    return wire.received(0).stream().map(ReceivedRequest::credential).collect(Collectors.toSet());
  }

  private static double chiSquare(int observed, double share) {
    double expected = SESSIONS * share;
    return (observed - expected) * (observed - expected) / expected;
  }
}

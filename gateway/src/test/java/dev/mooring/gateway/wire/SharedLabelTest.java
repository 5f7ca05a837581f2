package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import dev.mooring.gateway.simulator.ReceivedRequest;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One label or template for many conversations never piles onto one account (contract, 5). */
class SharedLabelTest {
  private static final int AT_ONCE = 24;

  /** ⌈1.25 × half of all⌉, and one for each further event loop that may decide just then. */
  private static final int BOUND = 15 + 3;

  private static final String CONFIG =
      """
      providers:
        - { id: p, type: openai-compatible, baseUrl: "@0",
            credentials: [{ id: a, apiKey: key-of-a }, { id: b, apiKey: key-of-b }] }
      models:
        - { id: m, caching: { supported: true, minTokens: 1 }, targets: [{ provider: p, model: up }] }
      """;

  private static Wire wire;

  @BeforeAll
  static void start() {
    wire =
        Wire.of(
            CONFIG,
            SimulatorConfig.of(SimulatedKey.of("a", "key-of-a"), SimulatedKey.of("b", "key-of-b")));
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  @BeforeEach
  void reset() {
    wire.simulator(0).clearRequests();
    for (String id : List.of("a", "b")) {
      wire.simulator(0).credential(id).clearFaults();
    }
  }

  private static Map<String, Long> byCredential() {
    return wire.received(0).stream()
        .collect(Collectors.groupingBy(ReceivedRequest::credential, Collectors.counting()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"one opening", "opening %d"})
  void manyAtOnceUnderOneLabelStayWithinTheBound(String opening) {
    sendAtOnce(opening, "\"prompt_cache_key\":\"all agents\"");
  }

  @Test
  void aTemplateThatOpensEveryRunStaysWithinTheBound() {
    sendAtOnce("the template", "");
  }

  private static void sendAtOnce(String opening, String field) {
    Fault slow = Fault.stall(FaultKind.STALL_BEFORE_HEAD, 0, Duration.ofMillis(1_500));
    for (String id : List.of("a", "b")) {
      wire.simulator(0).credential(id).fault(slow.always());
    }
    List<CompletableFuture<Answer>> running = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      String body = ApiCall.CHAT.body(String.format(opening, i), field);
      running.add(wire.postAsync("/v1/chat/completions", body));
    }
    Wire.await(wire.simulator(0).awaitRequests(AT_ONCE));
    assertThat(running).allSatisfy(answer -> assertThat(answer.join().status()).isEqualTo(200));
    assertThat(byCredential()).hasSize(2);
    assertThat(byCredential().values()).allMatch(count -> count <= BOUND);
  }

  @Test
  void aConversationUnderASharedLabelStaysOnOneCredentialWhileOthersSpread() {
    List<String> used = new ArrayList<>();
    List<CompletableFuture<Answer>> conversations = new ArrayList<>();
    for (String opening : List.of("first of the label", "second of the label")) {
      for (int turn = 0; turn < 3; turn++) {
        String body =
            ApiCall.CHAT.body(opening, "\"prompt_cache_key\":\"spread\"", "\"n\":" + turn);
        wire.post("/v1/chat/completions", body);
      }
      assertThat(byCredential()).as(opening).hasSize(1);
      used.addAll(byCredential().keySet());
      wire.simulator(0).clearRequests();
    }
    for (int i = 0; i < 12; i++) {
      String body = ApiCall.CHAT.body("many " + i, "\"prompt_cache_key\":\"spread\"");
      conversations.add(wire.postAsync("/v1/chat/completions", body));
    }
    conversations.forEach(CompletableFuture::join);
    assertThat(byCredential().keySet()).containsExactlyInAnyOrder("a", "b").containsAll(used);
  }
}

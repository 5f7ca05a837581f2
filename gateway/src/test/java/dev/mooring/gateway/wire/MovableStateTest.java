package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.Reply;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reasoning that one account can read is moved only in need, and then without it (section 5). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MovableStateTest {
  private static final String CONFIG =
      """
      health: { failures: 1000 }
      providers:
        - { id: a, type: openai-compatible, baseUrl: "@0", apis: [chat, responses, messages], retry: { maxRetries: 0 }, credentials: [{ id: a1, apiKey: ka1, cacheScope: s }, { id: a2, apiKey: ka2 }, { id: a3, apiKey: ka3, cacheScope: s }] }
        - { id: b, type: openai-compatible, baseUrl: "@1", apis: [chat, responses, messages], retry: { maxRetries: 0 }, credentials: [{ id: b1, apiKey: kb1 }] }
      models:
        - { id: m, targets: [{ provider: a, model: u }, { provider: b, model: u }] }
      """;

  private static final String REASONING = "[\"reasoning.encrypted_content\"],\"model\"";

  private final AtomicInteger sessions = new AtomicInteger();
  private Wire wire;
  private Turns turns;

  @BeforeAll
  void start() {
    Reply reply = Reply.text(5).withReasoning();
    wire =
        Wire.of(
            CONFIG,
            SimulatorConfig.of(
                    SimulatedKey.of("a1", "ka1").inScope("s"),
                    SimulatedKey.of("a2", "ka2"),
                    SimulatedKey.of("a3", "ka3").inScope("s"))
                .withReply(reply),
            SimulatorConfig.of(SimulatedKey.of("b1", "kb1")).withReply(reply));
    turns = new Turns(wire);
  }

  @BeforeEach
  void forget() {
    turns.forget(0, "a1", "a2", "a3");
    turns.forget(1, "b1");
    wire.clock().advance(Duration.ofMinutes(2));
  }

  @AfterAll
  void stop() {
    wire.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void encryptedReasoningStaysInItsCacheScope(boolean stream) {
    String body = afterReasoning("a1", stream);
    Answer answer = turns.send(sessionOn("a2"), Turns.RESPONSES, body);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(warnings(answer)).isEmpty();
    assertThat(turns.hits(0)).hasSize(1).doesNotContain("a2");
    assertThat(wire.received(0).get(0).bodyText()).contains("encrypted_content");
  }

  @Test
  void encryptedReasoningIsMovedWithinItsScopeBeforeItLeavesIt() {
    String body = afterReasoning("a1", false);
    String session = sessionOn("a2");
    turns.fail(0, "a1", Fault.status(500));
    turns.fail(0, "a3", Fault.status(500));
    Answer answer = turns.send(session, Turns.RESPONSES, body);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(turns.hits(0)).hasSize(3).last().isEqualTo("a2");
    assertStripped(answer, wire.received(0).get(2).bodyText());
  }

  @Test
  void whenItsScopeIsDownTheRequestGoesElsewhereWithoutIt() {
    String body = afterReasoning("a1", false);
    for (String credential : List.of("a1", "a2", "a3")) {
      turns.fail(0, credential, Fault.rateLimited(30));
    }
    turns.chat("takes down", "m");
    turns.forget(0);
    turns.forget(1);
    Answer answer = turns.send("elsewhere", Turns.RESPONSES, body);
    assertThat(answer.provider()).isEqualTo("b");
    assertThat(turns.hits(0)).isEmpty();
    assertStripped(answer, wire.received(1).get(0).bodyText());
  }

  @Test
  void reasoningOfAnotherAccountThatNobodyKnewIsStrippedOnceAndSaid() {
    String body =
        afterReasoning("a1", false)
            .replaceAll(
                "\"encrypted_content\":\"[^\"]*\"", "\"encrypted_content\":\"gAAAAABforeign\"");
    String session = sessionOn("a2");
    Answer answer = turns.send(session, Turns.RESPONSES, body);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(turns.hits(0)).containsExactly("a2", "a2");
    assertThat(wire.received(0).get(0).bodyText()).contains("gAAAAABforeign");
    assertStripped(answer, wire.received(0).get(1).bodyText());
  }

  @Test
  void afterAMoveTheStateOfBeforeIsLeftOutAtOnceAndThatOfAfterIsKept() {
    String body = afterReasoning("a1", false).replace("{\"model\"", "{\"include\":" + REASONING);
    String session = sessionOn("a2");
    turns.fail(0, "a1", Fault.status(500));
    turns.fail(0, "a3", Fault.status(500));
    Answer moved = turns.send(session, Turns.RESPONSES, body);
    assertThat(turns.hits(0)).last().isEqualTo("a2");
    turns.forget(0, "a1", "a2", "a3");
    StringBuilder more = new StringBuilder();
    moved.json().path("output").forEach(item -> more.append(',').append(item));
    assertThat(more.toString()).contains("encrypted_content");
    String next =
        body.substring(0, body.length() - 2) + more + ",{\"role\":\"user\",\"content\":\"more\"}]}";

    Answer answer = turns.send(session, Turns.RESPONSES, next);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(turns.hits(0)).containsExactly("a2");
    String sent = wire.received(0).get(0).bodyText();
    assertThat(sent.split("encrypted_content\":", -1)).hasSize(2);
    assertThat(sent).contains(more);
    assertThat(warnings(answer).get(0).path("details").asText()).contains("moved");
    String other = next.replace("\"more\"", "\"else\"");
    assertThat(turns.send(session, Turns.RESPONSES, other).status()).isEqualTo(200);
    assertThat(turns.hits(0)).containsExactly("a2", "a2");
  }

  @Test
  void anAccountThatServesItsOwnStateStrippedIsNotTakenForOneThatCannotReadIt() {
    String body = afterReasoning("a1", false);
    for (String credential : List.of("a1", "a2", "a3")) {
      turns.fail(0, credential, Fault.rateLimited(30));
    }
    turns.chat("takes down", "m");
    turns.forget(0, "a1", "a2", "a3");
    turns.forget(1);
    turns.fail(1, "b1", Fault.status(500));
    Answer last = turns.send("tried last", Turns.RESPONSES, body);
    assertThat(last.provider()).isEqualTo("a");
    assertThat(wire.received(0).get(0).bodyText()).doesNotContain("encrypted_content");
    turns.forget(0);
    wire.clock().advance(Duration.ofMinutes(2));
    Answer answer = turns.send("tried last", Turns.RESPONSES, body);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(warnings(answer)).isEmpty();
    assertThat(wire.received(0).get(0).bodyText()).contains("encrypted_content");
  }

  @Test
  void whatIsRefusedForAnotherReasonIsNotSentAgain() {
    String body = afterReasoning("a2", false);
    String session = sessionOn("a2");
    turns.fail(0, "a2", Fault.status(400).withError("invalid_request_error", null, "no"));
    assertThat(turns.send(session, Turns.RESPONSES, body).status()).isEqualTo(400);
    assertThat(turns.hits(0)).containsExactly("a2");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aThinkingSignatureStaysWithItsProvider(boolean stream) {
    String body = afterThinking("a1", stream);
    String elsewhere = pinnedToB();
    Answer answer = turns.send(elsewhere, Turns.MESSAGES, body);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.provider()).isEqualTo("a");
    assertThat(Turns.affinity(answer)).isEqualTo("promoted b -");
    assertThat(warnings(answer)).hasSize(1);
    assertThat(warnings(answer).get(0).path("feature").asText()).isEqualTo("continuity");
    assertThat(wire.received(0).get(0).bodyText()).contains("signature");
  }

  @Test
  void whenItsProviderCannotServeTheThinkingIsCutOut() {
    String body = afterThinking("a1", false);
    for (String credential : List.of("a1", "a2", "a3")) {
      turns.fail(0, credential, Fault.status(503));
    }
    Answer answer = turns.send("thinks elsewhere", Turns.MESSAGES, body);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.provider()).isEqualTo("b");
    assertStripped(answer, wire.received(1).get(0).bodyText());
  }

  @Test
  void theCallersOwnCredentialsComeBeforeAnAccountThatHoldsThinking() {
    String body = afterThinking("a1", false);
    String own = "\"byok\":{\"b\":[{\"apiKey\":\"kb1\"}]}";
    Answer answer = turns.send("own key", Turns.MESSAGES, Turns.options(body, own));
    assertThat(answer.provider()).isEqualTo("b");
    assertStripped(answer, wire.received(1).get(0).bodyText());
  }

  @Test
  void continuityIsKeptEvenWhenAffinityIsOff() {
    String body = afterThinking("a1", false);
    Answer answer =
        turns.send(
            "off",
            Turns.MESSAGES,
            Turns.options(body, "\"order\":[\"b\"]"),
            "x-bf-session-affinity",
            "off");
    assertThat(answer.provider()).isEqualTo("a");
  }

  private static void assertStripped(Answer answer, String sent) {
    assertThat(sent)
        .doesNotContain("encrypted_content")
        .doesNotContain("signature")
        .contains("and then?");
    assertThat(warnings(answer)).hasSize(1);
    assertThat(warnings(answer).get(0).path("details").asText()).contains("reasoning");
  }

  private static JsonNode warnings(Answer answer) {
    return answer.gateway().path("warnings");
  }

  /** A Responses request that carries the reasoning that a credential gave. */
  private String afterReasoning(String credential, boolean stream) {
    String session = sessionOn(credential);
    String first =
        Turns.with(
            Turns.body(Turns.RESPONSES, "m", "hi"),
            "\"store\":false,\"include\":[\"reasoning.encrypted_content\"]");
    Answer answer = turns.send(session, Turns.RESPONSES, stream ? Turns.streamed(first) : first);
    JsonNode response =
        stream
            ? answer.events().get(answer.events().size() - 1).json().path("response")
            : answer.json();
    turns.forget(0);
    StringBuilder input = new StringBuilder("{\"role\":\"user\",\"content\":\"hi\"}");
    response.path("output").forEach(item -> input.append(',').append(item));
    assertThat(input.toString()).contains("encrypted_content");
    input.append(",{\"role\":\"user\",\"content\":\"and then?\"}");
    return "{\"model\":\"m\",\"store\":false,\"input\":[" + input + "]}";
  }

  /** A Messages request that carries the thinking that a credential gave. */
  private String afterThinking(String credential, boolean stream) {
    String session = sessionOn(credential);
    String first = Turns.body(Turns.MESSAGES, "m", "hi");
    Answer answer = turns.send(session, Turns.MESSAGES, stream ? Turns.streamed(first) : first);
    turns.forget(0);
    String content = stream ? streamedContent(answer) : answer.json().path("content").toString();
    assertThat(content).contains("signature");
    return "{\"model\":\"m\",\"max_tokens\":64,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"},"
        + "{\"role\":\"assistant\",\"content\":"
        + content
        + "},{\"role\":\"user\",\"content\":\"and then?\"}]}";
  }

  private static String streamedContent(Answer answer) {
    StringBuilder thinking = new StringBuilder();
    String signature = "";
    for (Answer.Event event : answer.events()) {
      JsonNode delta = event.json().path("delta");
      thinking.append(delta.path("thinking").asText(""));
      signature += delta.path("signature").asText("");
    }
    return "[{\"type\":\"thinking\",\"thinking\":\""
        + thinking.toString().replace("\"", "\\\"").replace("\n", "\\n")
        + "\",\"signature\":\""
        + signature
        + "\"},{\"type\":\"text\",\"text\":\"so\"}]";
  }

  private String pinnedToB() {
    String session = "on b " + sessions.incrementAndGet();
    turns.send(
        session, Turns.CHAT, Turns.options(Turns.body(Turns.CHAT, "m", "hi"), "\"order\":[\"b\"]"));
    turns.forget(1);
    return session;
  }

  /** A session that is pinned to this credential of the first provider. */
  private String sessionOn(String credential) {
    while (true) {
      String session = "on " + credential + " " + sessions.incrementAndGet();
      turns.chat(session, "m");
      if (turns.hits(0).get(turns.hits(0).size() - 1).equals(credential)) {
        turns.forget(0);
        return session;
      }
    }
  }

  @Test
  void aCompactedConversationStaysWithTheAccountThatCompactedIt() {
    Answer compact =
        turns.send(
            sessionOn("a1"), Turns.RESPONSES + "/compact", Turns.body(Turns.RESPONSES, "m", "hi"));
    String item = compact.json().path("output").path(0).toString();
    assertThat(item).contains("encrypted_content");
    String session = pinnedToB();
    turns.forget(0);
    String input = "[" + item + ",{\"role\":\"user\",\"content\":\"and then?\"}]";
    turns.send(session, Turns.RESPONSES, "{\"model\":\"m\",\"input\":" + input + "}");
    assertThat(turns.hits(0)).hasSize(1).doesNotContain("a2");
    assertThat(wire.received(0).get(0).bodyText()).contains(item);
  }
}

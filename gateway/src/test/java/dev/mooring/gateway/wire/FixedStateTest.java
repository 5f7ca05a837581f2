package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that lean on state of one account are never moved (contract, section 5). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FixedStateTest {
  private static final String CREDENTIALS = "{ id: a1, apiKey: ka1 }, { id: a2, apiKey: ka2 }";
  private static final String CONFIG =
      """
      health: { failures: 3, maxDown: 60s }
      providers:
        - { id: a, type: openai, baseUrl: "@0", retry: { maxRetries: 0 }, credentials: [%s] }
        - { id: b, type: openai, baseUrl: "@1", retry: { maxRetries: 0 }, credentials: [{ id: b1, apiKey: kb1 }] }
      models:
        - { id: m, targets: [{ provider: a, model: u }, { provider: b, model: u }] }
        - { id: fallback, targets: [{ provider: b, model: v }] }
      """;

  private final AtomicInteger sessions = new AtomicInteger();
  private Wire wire;
  private Turns turns;

  @BeforeAll
  void start() {
    wire =
        Wire.of(
            CONFIG.formatted(CREDENTIALS),
            SimulatorConfig.of(SimulatedKey.of("a1", "ka1"), SimulatedKey.of("a2", "ka2"))
                .withCodexTurnState(),
            SimulatorConfig.of(SimulatedKey.of("b1", "kb1")));
    turns = new Turns(wire);
  }

  @BeforeEach
  void forget() {
    turns.forget(0, "a1", "a2");
    turns.forget(1, "b1");
    wire.clock().advance(Duration.ofMinutes(2));
  }

  @AfterAll
  void stop() {
    wire.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPreviousResponseGoesToTheCredentialThatGaveItWhateverTheSessionsPin(boolean stream) {
    String id = responseOf("a1", stream);
    String elsewhere = sessionOn("a2");
    for (int i = 0; i < 2; i++) {
      assertThat(turns.send(elsewhere, Turns.RESPONSES, after(id)).status()).isEqualTo(200);
    }
    assertThat(turns.hits(0)).containsExactly("a1", "a1");
  }

  @Test
  void theIssuerIsReadEvenWhenAffinityIsOff() {
    String id = responseOf("a1", false);
    for (int i = 0; i < 8; i++) {
      Answer answer =
          turns.send("off " + i, Turns.RESPONSES, after(id), "x-bf-session-affinity", "off");
      assertThat(answer.status()).isEqualTo(200);
    }
    assertThat(turns.hits(0)).containsOnly("a1").hasSize(8);
  }

  @Test
  void anIssuerIsRememberedForThirtyDays() {
    String id = responseOf("a2", false);
    wire.clock().advance(Duration.ofDays(30).minusMillis(1));
    for (int i = 0; i < 6; i++) {
      turns.send("days " + i, Turns.RESPONSES, after(id), "x-bf-session-affinity", "off");
    }
    assertThat(turns.hits(0)).containsOnly("a2").hasSize(6);
  }

  @Test
  void aConversationGoesToTheAccountThatKnowsIt() {
    String id = wire.simulator(0).credential("a1").issueConversation();
    String body =
        Turns.with(Turns.body(Turns.RESPONSES, "m", "hi"), "\"conversation\":\"" + id + "\"");
    assertThat(turns.send(sessionOn("a1"), Turns.RESPONSES, body).status()).isEqualTo(200);
    assertThat(turns.hits(0)).containsExactly("a1");
    assertThat(turns.send(sessionOn("a2"), Turns.RESPONSES, body).status()).isEqualTo(200);
    assertThat(turns.hits(0)).containsExactly("a1");
  }

  @Test
  void anUploadedFileGoesToTheAccountThatOnceServedIt() {
    String id = wire.simulator(0).credential("a2").issueFile();
    String body = withFile(id);
    assertThat(turns.send(sessionOn("a2"), Turns.RESPONSES, body).status()).isEqualTo(200);
    assertThat(turns.hits(0)).containsExactly("a2");
    assertThat(turns.send(sessionOn("a1"), Turns.RESPONSES, body).status()).isEqualTo(200);
    assertThat(turns.hits(0)).containsExactly("a2");
  }

  @Test
  void codexsTurnStateGoesToTheAccountThatGaveIt() {
    String session = sessionOn("a1");
    String state =
        turns
            .send(session, Turns.RESPONSES, Turns.body(Turns.RESPONSES, "m", "hi"))
            .header("x-codex-turn-state");
    assertThat(state).isNotEmpty();
    String elsewhere = sessionOn("a2");
    Answer answer =
        turns.send(
            elsewhere,
            Turns.RESPONSES,
            Turns.body(Turns.RESPONSES, "m", "hi"),
            "x-codex-turn-state",
            state);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(turns.hits(0)).containsExactly("a1");
    assertThat(wire.received(0).get(0).header("x-codex-turn-state")).isEqualTo(state);
  }

  @Test
  void anUnknownIdGoesToTheFirstCandidateAndDoesNotFailOver() {
    String session = sessionOn("a2");
    turns.fail(0, "a2", Fault.status(500));
    String body = Turns.options(withFile("file-unknown"), "\"models\":[\"fallback\"]");
    assertThat(turns.send(session, Turns.RESPONSES, body).status()).isEqualTo(500);
    assertThat(turns.hits(0)).containsExactly("a2");
    assertThat(turns.hits(1)).isEmpty();
    Answer refused = turns.send(session, Turns.RESPONSES, after("resp_unknown"));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().path("error").path("code").asText())
        .isEqualTo("previous_response_not_found");
    assertThat(turns.hits(0)).containsExactly("a2", "a2");
  }

  @Test
  void aKnownIdDoesNotFailOverEither() {
    String id = responseOf("a1", false);
    turns.fail(0, "a1", Fault.status(503));
    assertThat(turns.send("stays", Turns.RESPONSES, after(id)).status()).isEqualTo(503);
    assertThat(turns.hits(0)).containsExactly("a1");
    assertThat(turns.hits(1)).isEmpty();
  }

  @Test
  void whileTheHolderIsRateLimitedTheCallerIsAskedToWait() {
    String id = responseOf("a1", false);
    turns.fail(0, "a1", Fault.rateLimited(30));
    assertThat(turns.send("waits", Turns.RESPONSES, after(id)).status()).isEqualTo(429);
    wire.clock().advance(Duration.ofMillis(9500));
    Answer waiting = turns.send("waits", Turns.RESPONSES, after(id));
    assertThat(waiting.status()).isEqualTo(429);
    assertThat(waiting.header("retry-after")).isEqualTo("21");
    assertThat(waiting.json().path("error").path("type").asText()).isNotEmpty();
    assertThat(turns.hits(0)).containsExactly("a1");
    wire.clock().advance(Duration.ofMillis(20500));
    assertThat(turns.send("waits", Turns.RESPONSES, after(id)).status()).isEqualTo(200);
  }

  @Test
  void whileTheHolderIsDownTheAnswerIs503() {
    String id = responseOf("a1", false);
    turns.fail(0, "a1", Fault.status(401));
    assertThat(turns.send("down", Turns.RESPONSES, after(id)).status()).isEqualTo(401);
    Answer down = turns.send("down", Turns.RESPONSES, after(id));
    assertThat(down.status()).isEqualTo(503);
    assertThat(down.json().path("error").path("message").asText()).contains("down");
    assertThat(turns.hits(0)).containsExactly("a1");
  }

  @Test
  void whenFiltersExcludeTheHolderTheAnswerIs400AndSaysWho() {
    String id = responseOf("a1", false);
    Answer excluded =
        turns.send("filters", Turns.RESPONSES, Turns.options(after(id), "\"only\":[\"b\"]"));
    assertThat(excluded.status()).isEqualTo(400);
    assertThat(excluded.json().path("error").path("message").asText()).contains("'a'");
    assertThat(turns.hits(1)).isEmpty();
  }

  @Test
  void whenTheHolderLeftTheConfigurationTheAnswerIs409() {
    String id = responseOf("a1", false);
    wire.gateway().apply(wire.config(CONFIG.formatted("{ id: a2, apiKey: ka2 }")));
    try {
      Answer lost = turns.send("gone", Turns.RESPONSES, after(id));
      assertThat(lost.status()).isEqualTo(409);
      assertThat(lost.json().path("error").path("code").asText()).isEqualTo("continuity_lost");
      assertThat(turns.hits(0)).isEmpty();
    } finally {
      wire.gateway().apply(wire.config(CONFIG.formatted(CREDENTIALS)));
    }
  }

  private static String withFile(String id) {
    return "{\"model\":\"m\",\"input\":[{\"role\":\"user\",\"content\":["
        + "{\"type\":\"input_file\",\"file_id\":\""
        + id
        + "\"}]}]}";
  }

  private static String after(String id) {
    return Turns.with(
        Turns.body(Turns.RESPONSES, "m", "and then?"), "\"previous_response_id\":\"" + id + "\"");
  }

  /** The id of a response that this credential gave; the request is forgotten. */
  private String responseOf(String credential, boolean stream) {
    String session = sessionOn(credential);
    String body = Turns.body(Turns.RESPONSES, "m", "hi");
    Answer answer = turns.send(session, Turns.RESPONSES, stream ? Turns.streamed(body) : body);
    turns.forget(0);
    return stream
        ? answer.events().get(0).json().path("response").path("id").asText()
        : answer.json().path("id").asText();
  }

  /** A session that is pinned to this credential of the first provider. */
  private String sessionOn(String credential) {
    while (true) {
      String session = "on " + credential + " " + sessions.incrementAndGet();
      turns.chat(session, "m");
      String hit = turns.hits(0).get(turns.hits(0).size() - 1);
      if (hit.equals(credential)) {
        turns.forget(0);
        return session;
      }
    }
  }
}

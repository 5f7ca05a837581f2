package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.affinity.RecordedSession;
import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.SessionRecord.Event;
import dev.mooring.affinity.SessionRecord.EventQuery;
import dev.mooring.affinity.SessionRecord.SessionQuery;
import dev.mooring.affinity.SessionRecord.Tokens;
import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the record holds of sessions after their turns (contract, section 8). */
class RecordTest extends TwoAccounts {
  private static final String CONFIG =
      """
      providers:
        - { id: a, type: openai-compatible, baseUrl: "@0", apis: [chat, responses, messages],
            retry: { maxRetries: 0 }, credentials: [{ id: a1, apiKey: ka1 }] }
        - { id: b, type: openai-compatible, baseUrl: "@1", apis: [chat, responses, messages],
            retry: { maxRetries: 1, initialBackoff: 1ms }, credentials: [{ id: b1, apiKey: kb1 }] }
      models:
        - { id: m, targets: [{ provider: a, model: up }, { provider: b, model: up }] }
        - { id: n, targets: [{ provider: b, model: up-n }] }
      """;

  private Instant began = Instant.EPOCH;

  RecordTest() {
    super(CONFIG);
  }

  @BeforeEach
  void tellTestsApart() {
    wire.clock().advance(Duration.ofMinutes(2));
    began = wire.clock().instant();
  }

  @AfterEach
  void heal() {
    wire.simulator(0).credential("a1").clearFaults();
    wire.simulator(1).credential("b1").clearFaults();
  }

  @Test
  void theFirstRequestAssignsTheSession() {
    turns.chat("first", "m");
    RecordedSession row = row();
    assertThat(row.assignment())
        .isEqualTo(new SessionRecord.Assignment("a", "a1", "m", "chat_completions"));
    assertThat(row.requests()).isEqualTo(1);
    assertThat(row.switches()).isZero();
    assertThat(row.tokens().input()).isPositive();
    assertThat(row.tokens().output()).isPositive();
    assertThat(row.id()).isNull();
    assertThat(events()).containsExactly("1 order a/a1/up 200");
  }

  @Test
  void anAffinityHitCountsNoSwitch() {
    turns.chat("hit", "m");
    turns.chat("hit", "m");
    assertThat(row().requests()).isEqualTo(2);
    assertThat(row().switches()).isZero();
    assertThat(events()).containsExactly("1 order a/a1/up 200", "1 affinity a/a1/up 200");
  }

  @Test
  void aStreamedTurnRecordsItsTokensLikeAnyOther() {
    for (String path : List.of(Turns.CHAT, Turns.RESPONSES, Turns.MESSAGES)) {
      String body = Turns.body(path, "m", "count me");
      turns.send("whole " + path, path, body);
      Tokens whole = row().tokens();
      wire.clock().advance(Duration.ofMinutes(2));
      began = wire.clock().instant();
      turns.send("streamed " + path, path, Turns.streamed(body));
      assertThat(row().tokens()).as(path).isEqualTo(whole);
      assertThat(whole.output()).isPositive();
      wire.clock().advance(Duration.ofMinutes(2));
      began = wire.clock().instant();
    }
  }

  @Test
  void aProviderThatFailsIsLeftAndTheSwitchCountsOnce() {
    turns.chat("moves", "m");
    turns.fail(0, "a1", Fault.status(500).times(1));
    turns.chat("moves", "m");
    turns.chat("moves", "m");
    assertThat(row().assignment().provider()).isEqualTo("b");
    assertThat(row().switches()).isEqualTo(1);
    assertThat(row().requests()).isEqualTo(3);
    assertThat(events())
        .containsExactly(
            "1 order a/a1/up 200",
            "1 affinity a/a1/up 500",
            "2 fallback b/b1/up 200",
            "1 affinity b/b1/up 200");
  }

  @Test
  void aProviderThatIsDownIsLeftWithoutAnAttemptAndThatIsAFallbackToo() {
    turns.chat("skips", "m");
    wire.simulator(0).credential("a1").fault(Fault.status(401).times(1));
    turns.chat("another", "m");
    wire.clock().advance(Duration.ofSeconds(1));
    began = wire.clock().instant();
    turns.chat("skips", "m");
    assertThat(row().switches()).isEqualTo(1);
    assertThat(events()).containsExactly("1 fallback b/b1/up 200");
    wire.clock().advance(Duration.ofMinutes(2));
  }

  @Test
  void whenNobodyCanServeTheRowStaysAndEveryAttemptIsThere() {
    turns.chat("stays", "m");
    RecordedSession before = row();
    turns.fail(0, "a1", Fault.status(500).times(1));
    turns.fail(1, "b1", Fault.status(503).times(2));
    assertThat(turns.chat("stays", "m").status()).isEqualTo(503);
    assertThat(row()).isEqualTo(before);
    assertThat(events())
        .containsExactly(
            "1 order a/a1/up 200",
            "1 affinity a/a1/up 500",
            "2 fallback b/b1/up 503",
            "3 retry b/b1/up 503");
  }

  @Test
  void aRequestThatIsRefusedIsAnEventAndMakesNoRow() {
    turns.fail(0, "a1", Fault.status(400).times(1));
    assertThat(turns.chat("refused", "m").status()).isEqualTo(400);
    assertThat(rows()).isEmpty();
    assertThat(events()).containsExactly("1 order a/a1/up 400");
  }

  @Test
  void aModelSwitchIsNoFallback() {
    turns.chat("two models", "m");
    turns.chat("two models", "n");
    turns.chat("two models", "m");
    assertThat(row().assignment().model()).isEqualTo("m");
    assertThat(row().switches()).isZero();
    assertThat(events())
        .containsExactly("1 order a/a1/up 200", "1 order b/b1/up-n 200", "1 affinity a/a1/up 200");
  }

  @Test
  void anOptedOutRequestIsNotRecorded() {
    turns.chat("out", "m", "x-bf-session-affinity", "off");
    assertThat(rows()).isEmpty();
    assertThat(events()).isEmpty();
  }

  @Test
  void aCallerWhoGoesAwayIsAnEvent() {
    leaveStream(Turns.CHAT, "a turn that nobody waits for");
    assertThat(events()).containsExactly("1 order a/a1/up 499");
  }

  @Test
  void aStreamThatItsCallerLeavesCountsWhatItHadTold() {
    leaveStream(Turns.MESSAGES, "a long question, soon left");
    JsonNode turn = wire.manage("/admin/v1/turns").json().at("/turns/0");
    assertThat(turn.path("status").asInt()).isEqualTo(499);
    assertThat(turn.path("inputTokens").asLong()).isPositive().isEqualTo(row().tokens().input());
  }

  /** The one session that was used since the test began. */
  private RecordedSession row() {
    assertThat(rows()).hasSize(1);
    return rows().get(0);
  }

  private List<RecordedSession> rows() {
    return wire.gateway()
        .record()
        .sessions(new SessionQuery(began, "", null, 10))
        .toCompletableFuture()
        .join()
        .sessions();
  }

  /** The events since the test began, the first one first: attempt, reason, candidate, status. */
  private List<String> events() {
    List<String> told = new ArrayList<>();
    for (Event event :
        wire.gateway()
            .record()
            .events(new EventQuery(null, null, 1_000))
            .toCompletableFuture()
            .join()) {
      if (!event.time().isBefore(began)) {
        told.add(text(event));
      }
    }
    Collections.reverse(told);
    return told;
  }

  private static String text(Event event) {
    return event.attempt()
        + " "
        + event.reason().wireName()
        + " "
        + String.join("/", event.provider(), event.credential(), event.billingModel())
        + " "
        + event.status();
  }

  /** A caller goes away after the first event of a stream; its event is awaited. */
  private void leaveStream(String path, String text) {
    wire.simulator(0)
        .credential("a1")
        .fault(Fault.stall(FaultKind.STALL_AFTER_EVENTS, 4, Duration.ofSeconds(20)));
    String body = Turns.streamed(Turns.body(path, "m", text));
    try (OpenStream open = OpenStream.post(wire.gateway().apiPort(), path, body)) {
      assertThat(open.next()).isNotNull();
    }
    Awaitility.await().until(() -> !events().isEmpty());
  }
}

package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A large prompt waits for the rate-limited account that holds its cache (affinity.wait). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WaitOrMoveTest {
  private static final String PRICE = "price: { input: 3, output: 15, cacheRead: 0.3 }";
  private static final String CONFIG =
      """
      affinity: { wait: { max: 2s, minPromptTokens: 1000 } }
      server: { port: 0, heartbeat: 100ms }
      providers:
        - { id: a, type: openai-compatible, baseUrl: "@0", retry: { maxRetries: 2, initialBackoff: 1ms, maxBackoff: 1ms },
            credentials: [{ id: a1, apiKey: ka1 }] }
        - { id: b, type: openai-compatible, baseUrl: "@1", credentials: [{ id: b1, apiKey: kb1 }] }
        - { id: s, type: openai-compatible, baseUrl: "@2", retry: { maxRetries: 0 },
            credentials: [{ id: s1, apiKey: ks1, cacheScope: s }, { id: s2, apiKey: ks2, cacheScope: s }] }
      models:
        - { id: m, %1$s, caching: { supported: true, minTokens: 10 }, targets: [{ provider: a, model: u }, { provider: b, model: u }] }
        - { id: unpriced, targets: [{ provider: a, model: u }, { provider: b, model: u }] }
        - { id: flat, price: { input: 3, output: 15 }, targets: [{ provider: a, model: u }, { provider: b, model: u }] }
        - { id: uncached, %1$s, caching: { supported: false }, targets: [{ provider: a, model: u }, { provider: b, model: u }] }
        - { id: shared, %1$s, targets: [{ provider: s, model: u }, { provider: b, model: u }] }
      """
          .formatted(PRICE);

  private static final String SMALL = "hi";
  private static final String LARGE = "word ".repeat(2000);

  /** A 429 whose time the clock of the tests, which stands, does not see pass. */
  private static final Fault SOON = Fault.status(429).withHeader("retry-after-ms", "150");

  private final AtomicInteger sessions = new AtomicInteger();
  private Wire wire;
  private Turns turns;

  @BeforeAll
  void start() {
    wire =
        Wire.of(
            CONFIG,
            SimulatorConfig.of(SimulatedKey.of("a1", "ka1")),
            SimulatorConfig.of(SimulatedKey.of("b1", "kb1")),
            SimulatorConfig.of(SimulatedKey.of("s1", "ks1"), SimulatedKey.of("s2", "ks2")));
    turns = new Turns(wire);
  }

  @BeforeEach
  void forget() {
    wire.clock().advance(Duration.ofMinutes(2));
    turns.forget(0, "a1");
    turns.forget(1, "b1");
    turns.forget(2, "s1", "s2");
  }

  @AfterAll
  void stop() {
    wire.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"m", "unpriced"})
  void aLargePromptWaitsForTheAccountThatHoldsItsCache(String model) {
    String session = pinned(model, LARGE);
    turns.fail(0, "a1", SOON);
    Answer answer = turn(session, model, LARGE);
    assertThat(Turns.affinity(answer)).isEqualTo("confirmed a -");
    assertThat(answer.provider()).isEqualTo("a");
    assertThat(turns.hits(0)).containsExactly("a1", "a1");
    assertThat(turns.hits(1)).isEmpty();
    assertThat(reasoning(answer))
        .startsWith("a holds the cache and is rate-limited: waited 150 ms for it, since");
  }

  @Test
  void aRetryAfterInWholeSecondsIsWaitedFor() {
    String session = pinned("m", LARGE);
    turns.fail(0, "a1", Fault.rateLimited(1));
    long start = System.nanoTime();
    assertThat(turn(session, "m", LARGE).provider()).isEqualTo("a");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(990));
    assertThat(turns.hits(0)).containsExactly("a1", "a1");
  }

  @Test
  void aSmallPromptMovesAtOnce() {
    String session = pinned("m", SMALL);
    turns.fail(0, "a1", SOON);
    Answer answer = turn(session, "m", SMALL);
    assertThat(answer.provider()).isEqualTo("b");
    assertThat(turns.hits(0)).containsExactly("a1");
    assertThat(reasoning(answer))
        .startsWith("a holds the cache and is rate-limited: moved, since the prompt is small.");
  }

  @Test
  void aResetThatIsTooFarIsNotWaitedFor() {
    String session = pinned("m", LARGE);
    turns.fail(0, "a1", Fault.rateLimited(3));
    assertThat(turn(session, "m", LARGE).provider()).isEqualTo("b");
    assertThat(turns.hits(0)).containsExactly("a1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"flat", "uncached"})
  void whereWaitingSavesNothingALargePromptMoves(String model) {
    String session = pinned(model, LARGE);
    turns.fail(0, "a1", SOON);
    Answer answer = turn(session, model, LARGE);
    assertThat(answer.provider()).isEqualTo("b");
    assertThat(reasoning(answer)).contains("moved, since waiting saves nothing.");
  }

  @Test
  void aSessionWhoseLastTurnReadNothingFromTheCacheMoves() {
    String session = pinned("m", LARGE);
    turn(session, "m", LARGE.replace("word", "else"));
    turns.fail(0, "a1", SOON);
    Answer answer = turn(session, "m", LARGE.replace("word", "more"));
    assertThat(answer.provider()).isEqualTo("b");
    assertThat(reasoning(answer)).contains("moved, since waiting saves nothing.");
  }

  @Test
  void aSiblingThatSharesTheCacheComesFirst() {
    String session = pinned("shared", LARGE);
    String first = turns.hits(2).get(0);
    turns.forget(2);
    turns.fail(2, first, SOON);
    assertThat(turn(session, "shared", LARGE).provider()).isEqualTo("s");
    assertThat(turns.hits(2)).hasSize(2).doesNotHaveDuplicates();
  }

  @Test
  void theNextTurnWaitsToo() {
    String session = pinned("m", LARGE);
    limit(pinned("m", SMALL), Fault.rateLimited(1));
    Answer answer = turn(session, "m", LARGE);
    assertThat(Turns.affinity(answer)).isEqualTo("confirmed a -");
    assertThat(answer.provider()).isEqualTo("a");
    assertThat(turns.hits(0)).containsExactly("a1");
    assertThat(reasoning(answer)).contains("waited 1000 ms for it, since waiting is cheaper (0.0");
  }

  @Test
  void theNextTurnOfASmallPromptDoesNot() {
    String session = pinned("m", SMALL);
    limit(pinned("m", SMALL), Fault.rateLimited(1));
    Answer answer = turn(session, "m", SMALL);
    assertThat(Turns.affinity(answer)).isEqualTo("skipped_health_down a -");
    assertThat(answer.provider()).isEqualTo("b");
  }

  @Test
  void theNextTurnDoesNotWaitForAFarResetOrForWhatFailuresTookDown() {
    String session = pinned("m", LARGE);
    limit(pinned("m", SMALL), Fault.rateLimited(30));
    assertThat(Turns.affinity(turn(session, "m", LARGE))).isEqualTo("skipped_health_down a -");
    assertThat(turns.hits(0)).isEmpty();
  }

  @Test
  void aCallersOwnCredentialIsNotKeptWaiting() {
    String session = pinned("m", LARGE);
    limit(pinned("m", SMALL), Fault.rateLimited(1));
    String body = body("m", LARGE, false);
    String own = Turns.options(body, "\"byok\":{\"b\":[{\"apiKey\":\"kb1\"}]}");
    assertThat(turns.send(session, Turns.CHAT, own).provider()).isEqualTo("b");
    assertThat(turns.hits(0)).isEmpty();
  }

  @Test
  void aCallerWhoGoesAwayDuringTheWaitEndsIt() {
    String session = pinned("m", LARGE);
    turns.fail(0, "a1", Fault.rateLimited(2));
    try (OpenStream stream =
        OpenStream.post(wire, Turns.CHAT, body("m", LARGE, true), "x-session-id", session)) {
      assertThat(stream.next()).as("a heartbeat during the wait").isEqualTo(": keep-alive\n\n");
      assertThat(turns.hits(0)).containsExactly("a1");
    }
    untilNothingRuns();
    turns.forget(0, "a1");
    wire.clock().advance(Duration.ofSeconds(3));
    assertThat(metric("mooring_affinity_waits_seconds_count{result=\"cancelled\"")).isEqualTo(1);
    assertThat(Turns.affinity(turn(session, "m", LARGE))).isEqualTo("confirmed a -");
    assertThat(turns.hits(0)).as("nobody went on in its stead").containsExactly("a1");
  }

  @Test
  void waitsAndMovesAreCounted() {
    String session = pinned("m", LARGE);
    untilNothingRuns();
    double waited = metric("mooring_affinity_waits_seconds_sum{result=\"kept\"");
    turns.fail(0, "a1", SOON);
    turn(session, "m", LARGE);
    untilNothingRuns();
    assertThat(metric("mooring_affinity_waits_seconds_sum{result=\"kept\"") - waited)
        .isBetween(0.14, 0.16);
    assertThat(metric("mooring_affinity_rate_limited_total{decision=\"wait\",why=\"cheaper\"}"))
        .isPositive();
    wire.clock().advance(Duration.ofSeconds(1));
    turns.fail(0, "a1", Fault.rateLimited(9));
    turn(session, "m", LARGE);
    assertThat(metric("mooring_affinity_rate_limited_total{decision=\"move\",why=\"far_reset\"}"))
        .isPositive();
  }

  @Test
  void severalTurnsThatWaitTogetherAllStay() {
    String[] waiting = {pinned("m", LARGE), pinned("m", LARGE), pinned("m", LARGE)};
    limit(pinned("m", SMALL), Fault.rateLimited(1));
    CompletableFuture<?>[] answers = new CompletableFuture<?>[waiting.length];
    for (int i = 0; i < waiting.length; i++) {
      answers[i] =
          wire.postAsync(Turns.CHAT, body("m", LARGE, false), Turns.with(waiting[i]))
              .thenAccept(answer -> assertThat(answer.provider()).isEqualTo("a"));
    }
    CompletableFuture.allOf(answers).join();
  }

  /** A turn is counted when it has ended, which may be after its answer has come. */
  private void untilNothingRuns() {
    await().until(() -> wire.gateway().metrics().requests().running() == 0);
  }

  /** Another session meets a 429, and moves; what happened so far is forgotten. */
  private void limit(String other, Fault fault) {
    turns.fail(0, "a1", fault);
    assertThat(turn(other, "m", SMALL).provider()).isEqualTo("b");
    turns.forget(0, "a1");
    turns.forget(1, "b1");
  }

  /** A session with a first turn behind it, pinned to the model's first target. */
  private String pinned(String model, String text) {
    String session = "waits-" + sessions.incrementAndGet();
    assertThat(turn(session, model, text).provider()).isNotEqualTo("b");
    if (!model.equals("shared")) {
      turns.forget(0);
    }
    return session;
  }

  private Answer turn(String session, String model, String text) {
    return turns.send(session, Turns.CHAT, body(model, text, false));
  }

  private static String body(String model, String text, boolean stream) {
    String body = Turns.body(Turns.CHAT, model, text);
    return stream ? Turns.streamed(body) : body;
  }

  private static String reasoning(Answer answer) {
    return answer.routing().path("planningReasoning").asText();
  }

  private double metric(String prefix) {
    return wire.manage("/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith(prefix))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}

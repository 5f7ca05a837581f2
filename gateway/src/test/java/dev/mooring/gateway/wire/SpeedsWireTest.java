package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.routing.Condition;
import dev.mooring.gateway.routing.Health;
import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What streams tell of how fast a target is, and of how slow. */
class SpeedsWireTest extends TwoAccounts {
  private static final Duration STALL = Duration.ofMillis(400);
  private static final Duration LONG = Duration.ofSeconds(31);

  SpeedsWireTest() {
    super(
        """
        health: { rates: { minimumCalls: 2 } }
        providers:
          - { id: a, type: openai-compatible, baseUrl: "@0", credentials: [{ id: a1, apiKey: ka1 }] }
          - { id: b, type: openai-compatible, baseUrl: "@1", credentials: [{ id: b1, apiKey: kb1 }] }
        models:
          - { id: timed, targets: [{ provider: a, model: t }, { provider: b, model: t }] }
          - { id: slow, targets: [{ provider: a, model: s }] }
          - { id: documents, targets: [{ provider: a, model: d }] }
        """);
  }

  @Test
  void aStreamTellsTheTimeToItsFirstOutputAndItsRateFromThereOn() {
    turns.fail(0, "a1", Fault.stall(FaultKind.STALL_BEFORE_HEAD, 0, STALL));
    stalled("timed", 1, Duration.ofSeconds(9));
    assertThat(wire.gateway().speeds().ttftMillis("a", "t")).hasValue(9000);
    assertThat(wire.gateway().speeds().ttftMillis("b", "t")).isEmpty();
    turns.fail(0, "a1", Fault.stall(FaultKind.STALL_AFTER_EVENTS, SampleTurn.AFTER_OUTPUT, STALL));
    try (OpenStream stream = OpenStream.post(wire, Turns.CHAT, stream("timed"))) {
      stream.until("\"content\":");
      wire.clock().advance(Duration.ofSeconds(4));
      stream.rest();
    }
    wire.clock().advance(Duration.ofSeconds(2));
    assertThat(wire.gateway().speeds().ttftMillis("a", "t")).hasValue(0);
    assertThat(wire.gateway().speeds().tokensPerSecond("a", "t").orElse(0)).isPositive();
  }

  @Test
  void streamsThatAreSlowToBeginMakeATargetDegraded() {
    turns.fail(0, "a1", Fault.stall(FaultKind.STALL_BEFORE_HEAD, 0, STALL).times(2));
    stalled("slow", 1, LONG);
    stalled("slow", 2, LONG);
    assertThat(condition("s")).isEqualTo(Condition.DEGRADED);
  }

  @Test
  void aDocumentSaysNothingOfEither() {
    turns.fail(0, "a1", Fault.stall(FaultKind.STALL_BEFORE_HEAD, 0, STALL).times(2));
    for (int i = 1; i <= 2; i++) {
      pass(i, wire.postAsync(Turns.CHAT, Turns.body(Turns.CHAT, "documents", "hi")), LONG);
    }
    assertThat(condition("d")).isEqualTo(Condition.HEALTHY);
    assertThat(wire.gateway().speeds().ttftMillis("a", "d")).isEmpty();
  }

  private Condition condition(String upstreamModel) {
    return wire.gateway().health().condition(new Health.Subject("a", "a1", upstreamModel));
  }

  private static String stream(String model) {
    String body = Turns.streamed(Turns.body(Turns.CHAT, model, "hi"));
    return Turns.with(body, "\"max_tokens\":64");
  }

  /** A stream before whose beginning so much time passes. */
  private void stalled(String model, int request, Duration time) {
    pass(request, wire.postAsync(Turns.CHAT, stream(model)), time);
  }

  private void pass(int request, CompletableFuture<Answer> answer, Duration time) {
    Wire.await(wire.simulator(0).awaitRequests(request));
    wire.clock().advance(time);
    assertThat(answer.join().status()).isEqualTo(200);
  }
}

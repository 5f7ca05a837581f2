package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import dev.mooring.gateway.simulator.SimulatedCredential;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A slow stream arrives as it is made. */
class SlowStreamTest {
  private static final double EVENTS_PER_SECOND = 25;

  @SuppressWarnings("NullAway.Init") // set before all tests
  private static Wire wire;

  @BeforeAll
  static void start() {
    wire =
        Wire.of(
            """
            providers:
              - id: p
                type: openai-compatible
                apis: [chat, responses, messages]
                baseUrl: "@0"
                credentials: [{ id: slow, apiKey: sk-slow }, { id: quick, apiKey: sk-quick }]
            teams:
              - id: t
                keys:
                  - { id: s, secret: client-of-slow, allow: { credentials: [slow] } }
                  - { id: q, secret: client-of-quick, allow: { credentials: [quick] } }
            models: [{ id: m, targets: [{ provider: p, model: m }] }]
            """,
            SimulatorConfig.of(
                SimulatedKey.of("slow", "sk-slow").withSpeed(EVENTS_PER_SECOND, 0),
                SimulatedKey.of("quick", "sk-quick")));
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  @BeforeEach
  void startAnew() {
    quick().clearFaults();
    wire.simulator(0).clearRequests();
  }

  @ParameterizedTest
  @EnumSource
  void eventsArriveOneByOneAsTheProviderMakesThem(SampleTurn api) {
    List<Long> arrivals = new ArrayList<>();
    try (OpenStream open =
        OpenStream.post(wire, api.path(), api.stream(), "authorization", "Bearer client-of-slow")) {
      for (String event = open.next(); event != null; event = open.next()) {
        arrivals.add(System.nanoTime());
      }
    }
    long apart = 0;
    for (int i = 1; i < arrivals.size(); i++) {
      apart += arrivals.get(i) - arrivals.get(i - 1) > 5_000_000 ? 1 : 0;
    }
    assertThat(apart).isGreaterThan(8);
  }

  @ParameterizedTest
  @EnumSource
  void whatCameBeforeAPauseIsNotWaitedForTheRest(SampleTurn api) {
    quick().fault(Fault.of(FaultKind.STALL_AFTER_EVENTS, SampleTurn.AFTER_OUTPUT));
    try (OpenStream open = quickStream(api)) {
      assertThat(open.status()).isEqualTo(200);
      assertThat(open.header("content-type")).startsWith("text/event-stream");
      for (int i = 0; i < SampleTurn.AFTER_OUTPUT; i++) {
        assertThat(open.next()).isNotNull();
      }
      assertThat(wire.received(0).get(0).finished()).isFalse();
    }
  }

  private static OpenStream quickStream(SampleTurn api) {
    return OpenStream.post(
        wire, api.path(), api.stream(), "authorization", "Bearer client-of-quick");
  }

  private static SimulatedCredential quick() {
    return wire.simulator(0).credential("quick");
  }
}

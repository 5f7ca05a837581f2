package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.gateway.simulator.SimulatorConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A caller who does not read holds the provider up, and costs the gateway no memory. */
class BackPressureTest {
  private static final int EVENTS = 1200;
  private static final int EVENT_BYTES = 64 * 1024;
  private static final long TOTAL = (long) EVENTS * EVENT_BYTES;

  /** What the operating system's socket buffers and the gateway may hold between them. */
  private static final long BOUND = TOTAL / 2;

  @Test
  void theProviderIsStoppedWhileTheCallerDoesNotReadAndThenEverythingArrives() {
    byte[] event =
        ("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\""
                + "x".repeat(EVENT_BYTES)
                + "\"}}]}\n\n")
            .getBytes(StandardCharsets.UTF_8);
    byte[] end =
        ("data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
                + "data: [DONE]\n\n")
            .getBytes(StandardCharsets.UTF_8);
    List<byte[]> pieces = new ArrayList<>(Collections.nCopies(EVENTS, event));
    pieces.add(end);
    try (RawUpstream upstream = RawUpstream.streaming(pieces);
        Wire wire =
            Wire.of(
                """
                providers: [{ id: p, type: openai-compatible, baseUrl: "%s" }]
                models: [{ id: m, targets: [{ provider: p, model: m }] }]
                """
                    .formatted(upstream.origin()),
                SimulatorConfig.DEFAULTS);
        OpenStream open =
            OpenStream.post(wire, 16 * 1024, SampleTurn.CHAT.path(), SampleTurn.CHAT.stream())) {
      assertThat(open.status()).isEqualTo(200);
      AtomicLong before = new AtomicLong();
      await()
          .pollInterval(Duration.ofMillis(300))
          .atMost(Duration.ofSeconds(20))
          .until(() -> before.getAndSet(upstream.sent()) == upstream.sent());
      assertThat(upstream.sent()).isLessThan(BOUND);
      long events = 0;
      String last = "";
      for (String next = open.next(); next != null; next = open.next()) {
        last = next;
        events++;
      }
      assertThat(events).isEqualTo(EVENTS + 2);
      assertThat(last).isEqualTo("data: [DONE]\n\n");
      assertThat(upstream.sent()).isGreaterThan(TOTAL);
    }
  }

  @Test
  void aStreamThatWasToldToTheEndEndsSoonAfterASlowCallerHasCaughtUp() {
    byte[] event =
        ("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\""
                + "x".repeat(15 << 20)
                + "\"}}]}\n\ndata: [DONE]\n\n")
            .getBytes(StandardCharsets.UTF_8);
    try (RawUpstream upstream = RawUpstream.streaming(List.of(event)).staying();
        Wire wire =
            Wire.of(
                """
                providers: [{ id: p, type: openai-compatible, baseUrl: "%s" }]
                models: [{ id: m, targets: [{ provider: p, model: m }] }]
                """
                    .formatted(upstream.origin()),
                SimulatorConfig.DEFAULTS);
        OpenStream open =
            OpenStream.post(wire, 16 * 1024, SampleTurn.CHAT.path(), SampleTurn.CHAT.stream())) {
      assertThat(open.status()).isEqualTo(200);
      await().until(() -> upstream.sent() >= event.length);
      assertThat(open.next()).hasSizeGreaterThan(15 << 20);
      assertThat(open.next()).isEqualTo("data: [DONE]\n\n");
      assertThat(open.next()).as("the stream's end").isNull();
    }
  }
}

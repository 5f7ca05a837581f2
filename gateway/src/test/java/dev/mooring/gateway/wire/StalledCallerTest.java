package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.gateway.simulator.SimulatorConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A caller who never reads does not hold the provider up for ever. */
class StalledCallerTest {
  @Test
  void itIsTakenForGoneAfterTheProvidersIdleTime() {
    byte[] event =
        ("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\""
                + "x".repeat(64 * 1024)
                + "\"}}]}\n\n")
            .getBytes(StandardCharsets.UTF_8);
    List<byte[]> pieces = Collections.nCopies(1200, event);
    try (RawUpstream upstream = RawUpstream.streaming(pieces);
        Wire wire =
            Wire.of(
                """
                providers:
                  - { id: p, type: openai-compatible, baseUrl: "%s", timeouts: { idle: 300ms } }
                models: [{ id: m, targets: [{ provider: p, model: m }] }]
                """
                    .formatted(upstream.origin()),
                SimulatorConfig.DEFAULTS);
        OpenStream open =
            OpenStream.post(wire, 16 * 1024, SampleTurn.CHAT.path(), SampleTurn.CHAT.stream())) {
      assertThat(open.status()).isEqualTo(200);
      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () ->
                  wire.manage("/metrics")
                      .text()
                      .lines()
                      .anyMatch(line -> line.startsWith("mooring_requests_running 0")));
      assertThat(upstream.sent()).isLessThan(600L * event.length);
      assertThat(wire.manage("/metrics").text()).contains("result=\"cancelled\"");
    }
  }
}

package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.SimulatorConfig;
import org.junit.jupiter.api.Test;

/** An upstream that begins to speak and never says a whole thing. */
class DrippingUpstreamTest {
  @Test
  void halfAnEventDoesNotCountAsAStreamsFirst() {
    try (RawUpstream upstream = RawUpstream.streaming("data: {\"choices\":").staying();
        Wire wire =
            Wire.of(
                """
                providers:
                  - id: p
                    type: openai-compatible
                    baseUrl: "%s"
                    retry: { maxRetries: 0 }
                    timeouts: { firstByte: 400ms, idle: 60s }
                models: [{ id: m, targets: [{ provider: p, model: m }] }]
                """
                    .formatted(upstream.origin()),
                SimulatorConfig.DEFAULTS)) {
      Answer answer =
          wire.post(
              "/v1/chat/completions",
              "{\"model\":\"m\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}");
      assertThat(answer.status()).isEqualTo(504);
    }
  }
}

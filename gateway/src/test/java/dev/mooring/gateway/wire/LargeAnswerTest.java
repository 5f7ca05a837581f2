package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.SimulatorConfig;
import java.util.Collections;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the gateway keeps of an answer is bounded: 64 MiB of a document, 16 MiB of an event. */
class LargeAnswerTest {
  private static final int MEBIBYTE = 1 << 20;

  @ParameterizedTest
  @CsvSource({"application/json, 65", "text/event-stream, 17"})
  void moreIsAFailure(String type, int mebibytes) {
    byte[] piece = new byte[MEBIBYTE];
    java.util.Arrays.fill(piece, (byte) 'x');
    try (RawUpstream upstream = RawUpstream.answering(type, Collections.nCopies(mebibytes, piece));
        Wire wire =
            Wire.of(
                """
                providers:
                  - { id: p, type: openai-compatible, baseUrl: "%s", retry: { maxRetries: 0 } }
                models: [{ id: m, targets: [{ provider: p, model: m }] }]
                """
                    .formatted(upstream.origin()),
                SimulatorConfig.DEFAULTS)) {
      Answer answer = wire.post(SampleTurn.CHAT.path(), SampleTurn.CHAT.stream());
      assertThat(answer.status()).isEqualTo(502);
      assertThat(answer.json().path("error").path("message").asText()).contains("too large");
    }
  }
}

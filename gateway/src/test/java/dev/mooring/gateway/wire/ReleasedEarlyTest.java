package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import org.junit.jupiter.api.Test;

/** What an answer tells when it is released before its first output, and what its end counts. */
class ReleasedEarlyTest {
  private static final String CONFIG =
      """
      health: { failures: 2 }
      providers:
        - { id: a, type: openai-compatible, apis: [chat, responses], baseUrl: "@0", retry: { maxRetries: 0 }, credentials: [{ id: a1, apiKey: ka1 }] }
        - { id: b, type: openai-compatible, apis: [chat, responses], baseUrl: "%s", retry: { maxRetries: 0 } }
      models:
        - { id: m, targets: [{ provider: a, model: m }] }
        - { id: n, targets: [{ provider: b, model: n }, { provider: a, model: n }] }
      """;

  @Test
  void headAndBodySpeakOfTheModelWhoseAnswerItIs() {
    String events =
        "data: {\"thinking\":1}\n\n".repeat(64)
            + "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"so\"}}]}\n\n"
            + "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
    try (RawUpstream upstream = RawUpstream.streaming(events);
        Wire wire = wire(upstream)) {
      wire.simulator(0).credential("a1").fault(Fault.status(500).always());
      String body =
          SampleTurn.CHAT.body(
              "m", true, "\"providerOptions\":{\"gateway\":{\"models\":[\"n\"]}},");
      for (String outcome : new String[] {"no_pin", "confirmed"}) {
        Answer answer = wire.post(SampleTurn.CHAT.path(), body, "x-session-id", "s");
        assertThat(answer.outcome()).isEqualTo(outcome);
        assertThat(answer.header("x-mooring-affinity")).isEqualTo(outcome);
      }
    }
  }

  @Test
  void aFailedResponseThatIsToldTwiceIsOneFailure() {
    String error = "\"code\":\"server_error\",\"message\":\"no\"";
    String events =
        "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"delta\":\"so\"}\n\n"
            + "event: error\ndata: {\"type\":\"error\","
            + error
            + "}\n\n"
            + "event: response.failed\ndata: {\"type\":\"response.failed\",\"response\":{\"status\":\"failed\",\"error\":{"
            + error
            + "}}}\n\n";
    try (RawUpstream upstream = RawUpstream.streaming(events);
        Wire wire = wire(upstream)) {
      for (String provider : new String[] {"b", "b", "a"}) {
        Answer answer =
            wire.post(SampleTurn.RESPONSES.path(), SampleTurn.RESPONSES.body("n", true, ""));
        assertThat(answer.header("x-mooring-provider")).isEqualTo(provider);
        assertThat(answer.gateway().has("routing")).isTrue();
      }
    }
  }

  private static Wire wire(RawUpstream second) {
    return Wire.of(
        CONFIG.formatted(second.origin()), SimulatorConfig.of(SimulatedKey.of("a1", "ka1")));
  }
}

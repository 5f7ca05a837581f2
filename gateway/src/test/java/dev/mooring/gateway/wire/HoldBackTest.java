package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes before the first output is held back: 64 events, 256 KiB, 2 seconds at most. */
class HoldBackTest {
  private static final String CONFIG =
      """
      providers:
        - { id: a, type: openai-compatible, apis: [chat, responses, messages], baseUrl: "%s", retry: { maxRetries: 0 } }
        - { id: b, type: openai-compatible, apis: [chat, responses, messages], baseUrl: "@1", retry: { maxRetries: 0 } }
      models: [{ id: m, targets: [{ provider: a, model: m }, { provider: b, model: m }] }]
      """;
  private static final String ERROR =
      "event: error\ndata: {\"error\":{\"message\":\"broken\"}}\n\n";

  @ParameterizedTest
  @ValueSource(ints = {1, 62, 63, 64, 65})
  void sixtyFourEventsAreTheMostThatIsHeld(int count) {
    String events = "data: {\"thinking\":1}\n\n".repeat(count) + ERROR;
    try (RawUpstream upstream = RawUpstream.streaming(events);
        Wire wire = wire(upstream.origin())) {
      Answer answer = wire.post(SampleTurn.CHAT.path(), SampleTurn.CHAT.stream());
      boolean failedOver = SampleTurn.CHAT.endsCleanly(answer.events());
      assertThat(failedOver).isEqualTo(count < 64);
      assertThat(answer.text().contains("data: {\"error\"")).isEqualTo(count >= 64);
      assertThat(answer.text().contains("thinking")).isEqualTo(count >= 64);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 255 * 1024, 257 * 1024})
  void aQuarterOfAMebibyteIsTheMostThatIsHeld(int bytes) {
    String events = ": " + "x".repeat(bytes) + "\n\n" + ERROR;
    try (RawUpstream upstream = RawUpstream.streaming(events);
        Wire wire = wire(upstream.origin())) {
      Answer answer = wire.post(SampleTurn.MESSAGES.path(), SampleTurn.MESSAGES.stream());
      boolean failedOver = SampleTurn.MESSAGES.endsCleanly(answer.events());
      assertThat(failedOver).isEqualTo(bytes < 256 * 1024);
    }
  }

  @Test
  void afterTwoSecondsWhatIsHeldGoesOut() {
    try (Wire wire = wire("@0")) {
      wire.simulator(0).credential("default").fault(Fault.of(FaultKind.STALL_AFTER_EVENTS, 1));
      long start = System.nanoTime();
      try (OpenStream open =
          OpenStream.post(wire, SampleTurn.MESSAGES.path(), SampleTurn.MESSAGES.stream())) {
        assertThat(open.next()).startsWith("event: message_start");
        assertThat(Duration.ofNanos(System.nanoTime() - start))
            .isBetween(Duration.ofMillis(1900), Duration.ofSeconds(8));
      }
    }
  }

  @Test
  void anErrorEventThatIsNoJsonIsPassedOnAfterOutput() {
    String events =
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"so\"}}]}\n\n"
            + "event: error\ndata: the lights went out\n\n";
    try (RawUpstream upstream = RawUpstream.streaming(events);
        Wire wire = wire(upstream.origin())) {
      try (OpenStream open =
          OpenStream.post(wire, SampleTurn.CHAT.path(), SampleTurn.CHAT.stream())) {
        assertThat(open.rest()).isEqualTo(events);
      }
      assertThat(wire.received(1)).isEmpty();
    }
  }

  @Test
  void anErrorEventThatIsNoJsonFailsOverBeforeOutput() {
    try (RawUpstream upstream =
            RawUpstream.streaming("event: error\ndata: the lights went out\n\n");
        Wire wire = wire(upstream.origin())) {
      Answer answer = wire.post(SampleTurn.CHAT.path(), SampleTurn.CHAT.stream());
      assertThat(SampleTurn.CHAT.endsCleanly(answer.events())).isTrue();
      assertThat(answer.provider()).isEqualTo("b");
    }
  }

  @Test
  void anEventThatTheStreamsEndCutsWithinALineIsABreak() {
    String events =
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"so\"}}]}\n\n"
            + "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]";
    try (RawUpstream upstream = RawUpstream.streaming(events);
        Wire wire = wire(upstream.origin())) {
      Answer answer = wire.post(SampleTurn.CHAT.path(), SampleTurn.CHAT.stream());
      assertThat(SampleTurn.CHAT.endsCleanly(answer.events())).isFalse();
      assertThat(SampleTurn.CHAT.error(SampleTurn.CHAT.last(answer.events())).isObject()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CHAT|data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"so\"}}]}|data: [DONE]|true",
        "MESSAGES|event: content_block_delta;data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"so\"}}|event: message_stop;data: {\"type\":\"message_stop\"}|false",
        "RESPONSES|event: response.output_text.delta;data: {\"type\":\"response.output_text.delta\",\"delta\":\"so\"}|event: response.completed;data: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\"}}|false",
      })
  void afterAnErrorNoCleanEndIsPassedOn(
      SampleTurn turn, String output, String end, boolean passed) {
    String events = (output + ";;").replace(';', '\n') + ERROR + (end + ";;").replace(';', '\n');
    try (RawUpstream upstream = RawUpstream.streaming(events);
        Wire wire = wire(upstream.origin());
        OpenStream open = OpenStream.post(wire, turn.path(), turn.stream())) {
      String got = open.rest();
      assertThat(got).contains("broken");
      assertThat(got.contains(end.replace(';', '\n'))).isEqualTo(passed);
    }
  }

  private static Wire wire(String first) {
    return Wire.of(CONFIG.formatted(first), SimulatorConfig.DEFAULTS, SimulatorConfig.DEFAULTS);
  }

  @Test
  void theLastEventNeedsNoBlankLine() {
    String events =
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"so\"}}]}\n\n"
            + "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n";
    try (RawUpstream upstream = RawUpstream.streaming(events);
        Wire wire = wire(upstream.origin())) {
      Answer answer = wire.post(SampleTurn.CHAT.path(), SampleTurn.CHAT.stream());
      assertThat(SampleTurn.CHAT.endsCleanly(answer.events())).isTrue();
      assertThat(answer.text()).doesNotContain("\"error\"").endsWith("\n\n");
    }
  }

  @Test
  void aStreamThatBreaksWithAChoiceUnfinishedNeverEndsCleanly() {
    String events =
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}\n\n"
            + "data: {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"b\"}}]}\n\n"
            + "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
    try (RawUpstream upstream = RawUpstream.streaming(events);
        Wire wire = wire(upstream.origin())) {
      Answer answer = wire.post(SampleTurn.CHAT.path(), SampleTurn.CHAT.stream());
      assertThat(SampleTurn.CHAT.error(SampleTurn.CHAT.last(answer.events())).isObject()).isTrue();
    }
  }
}

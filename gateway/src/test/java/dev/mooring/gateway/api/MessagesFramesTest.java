package dev.mooring.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.gateway.config.Api;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Anthropic's events within Amazon's frames. */
final class MessagesFramesTest {
  private static final byte[] FRAMES =
      Frames.joined(
          Frames.chunk("{\"type\":\"message_start\",\"message\":{}}"),
          Frames.chunk(
              "{\"type\":\"content_block_delta\",\"delta\":{\"text\":\"gr\u00fc\u00df\"}}"),
          Frames.chunk("{\"type\":\"message_stop\",\n\"amazon-bedrock-invocationMetrics\":{}}"));
  private static final String EVENTS =
      "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{}}\n\n"
          + "event: content_block_delta\n"
          + "data: {\"type\":\"content_block_delta\",\"delta\":{\"text\":\"gr\u00fc\u00df\"}}\n\n"
          + "event: message_stop\n"
          + "data: {\"type\":\"message_stop\", \"amazon-bedrock-invocationMetrics\":{}}\n\n";

  private static String events(byte[]... chunks) {
    MessagesFrames frames = new MessagesFrames();
    StringBuilder events = new StringBuilder();
    for (byte[] chunk : chunks) {
      events.append(new String(frames.feed(chunk), UTF_8));
    }
    frames.end();
    return events.toString();
  }

  @Test
  void eachEventComesOutAsAnthropicWouldHaveSentIt() {
    assertThat(events(FRAMES)).isEqualTo(EVENTS);
  }

  @Test
  void framesMayBeCutAnywhere() {
    for (int cut = 0; cut <= FRAMES.length; cut++) {
      byte[] head = Arrays.copyOfRange(FRAMES, 0, cut);
      byte[] tail = Arrays.copyOfRange(FRAMES, cut, FRAMES.length);
      assertThat(events(head, tail)).as("cut at %s", cut).isEqualTo(EVENTS);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "throttlingException, 429",
    "validationException, 400",
    "accessDeniedException, 403",
    "modelTimeoutException, 504",
    "serviceUnavailableException, 529",
    "internalServerException, 500",
  })
  void anExceptionIsToldAsAnErrorEventThatMeansTheSame(String type, int status) {
    byte[] stream =
        Frames.joined(
            Frames.chunk("{\"type\":\"message_start\",\"message\":{}}"),
            Frames.exception(type, "{\"message\":\"say \\\"when\\\"\"}"));
    StreamReader reader = StreamReader.of(Api.MESSAGES);
    SseSplitter splitter = new SseSplitter(1 << 20);
    splitter.feed(events(stream).getBytes(UTF_8), reader::observe);
    UpstreamError error = Objects.requireNonNull(reader.error());
    assertThat(error.status()).isEqualTo(status);
    assertThat(error.message()).isEqualTo("say \"when\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"no JSON", "{\"bytes\":\"***\"}", "{\"bytes\":\"bm8=\"}", "{\"bytes\":\"e30=\"}"})
  void aFrameThatHoldsNoEventIsRefused(String payload) {
    assertThatThrownBy(() -> events(Frames.event("chunk", payload)))
        .isInstanceOf(MalformedAnswerException.class);
  }

  @Test
  void aPayloadThatIsOfNoEventIsPassedOver() {
    assertThat(events(Frames.event("chunk", "{\"p\":\"abc\"}"))).isEmpty();
  }
}

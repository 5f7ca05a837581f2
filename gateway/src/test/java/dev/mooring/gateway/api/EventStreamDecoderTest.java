package dev.mooring.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.eventstream.HeaderValue;
import software.amazon.eventstream.Message;

/** Amazon's frames, cut anywhere, corrupt anywhere. */
final class EventStreamDecoderTest {
  private static final byte[] STREAM =
      Frames.joined(
          Frames.event("messageStart", "{\"role\":\"assistant\"}"),
          Frames.event("contentBlockDelta", "{\"delta\":{\"text\":\"gr\u00fc\u00df\"}}"),
          Frames.event("messageStop", "{}"),
          Frames.exception("throttlingException", "{\"message\":\"slow down\"}"));
  private static final List<String> TOLD =
      List.of(
          "messageStart {\"role\":\"assistant\"}",
          "contentBlockDelta {\"delta\":{\"text\":\"gr\u00fc\u00df\"}}",
          "messageStop {}",
          "429 throttlingException slow down");

  private static List<String> told(byte[]... chunks) {
    EventStreamDecoder decoder = new EventStreamDecoder();
    List<String> told = new ArrayList<>();
    for (byte[] chunk : chunks) {
      decoder.feed(chunk, frame -> told.add(text(frame)));
    }
    decoder.end();
    return told;
  }

  private static String text(EventFrame frame) {
    if (frame instanceof EventFrame.Event event) {
      return event.type() + " " + new String(event.payload(), UTF_8);
    }
    UpstreamError error = ((EventFrame.Failed) frame).error();
    return error.status() + " " + error.type() + " " + error.message();
  }

  @Test
  void framesAreToldInTheirOrder() {
    assertThat(told(STREAM)).isEqualTo(TOLD);
  }

  @Test
  void aStreamMayBeCutAnywhere() {
    for (int cut = 0; cut <= STREAM.length; cut++) {
      byte[] head = Arrays.copyOfRange(STREAM, 0, cut);
      byte[] tail = Arrays.copyOfRange(STREAM, cut, STREAM.length);
      assertThat(told(head, tail)).as("cut at %s", cut).isEqualTo(TOLD);
    }
  }

  @Test
  void aStreamMayComeByteByByte() {
    byte[][] bytes = new byte[STREAM.length][];
    for (int i = 0; i < STREAM.length; i++) {
      bytes[i] = new byte[] {STREAM[i]};
    }
    assertThat(told(bytes)).isEqualTo(TOLD);
  }

  @Test
  void aByteThatIsChangedAnywhereIsFound() {
    for (int at = 0; at < STREAM.length; at++) {
      byte[] corrupt = STREAM.clone();
      corrupt[at] ^= 0x40;
      assertThatThrownBy(() -> told(corrupt))
          .as("changed at %s", at)
          .isInstanceOf(MalformedAnswerException.class);
    }
  }

  @Test
  void aStreamThatEndsWithinAFrameIsNotWhole() {
    byte[] frame = Frames.event("messageStop", "{}");
    for (int length = 1; length < frame.length; length++) {
      byte[] part = Arrays.copyOf(frame, length);
      assertThatThrownBy(() -> told(part))
          .isInstanceOf(MalformedAnswerException.class)
          .hasMessage("the provider's stream ended within a frame");
    }
    assertThat(told()).isEmpty();
  }

  @Test
  void aFrameThatWouldBeTooLongIsRefusedBeforeItComes() {
    assertThatThrownBy(() -> told(prelude((16 << 20) + 1, 0)))
        .isInstanceOf(MalformedAnswerException.class)
        .hasMessageContaining("16777217 bytes");
  }

  @ParameterizedTest
  @CsvSource({"15, 0", "-1, 0", "20, 5", "20, -1"})
  void lengthsThatCannotBeAreRefused(int length, int headers) {
    assertThatThrownBy(() -> told(prelude(length, headers)))
        .isInstanceOf(MalformedAnswerException.class)
        .hasMessage("the provider sent a corrupt frame");
  }

  @ParameterizedTest
  @CsvSource({
    "validationException, 400",
    "accessDeniedException, 403",
    "modelTimeoutException, 408",
    "throttlingException, 429",
    "modelStreamErrorException, 500",
    "internalServerException, 500",
    "serviceUnavailableException, 503",
    "somethingNewException, 500",
  })
  void anExceptionStandsForAStatus(String type, int status) {
    assertThat(told(Frames.exception(type, "{\"message\":\"m\"}")))
        .containsExactly(status + " " + type + " m");
  }

  @Test
  void anErrorFrameTellsItsCodeAndMessageByHeaders() {
    byte[] frame =
        Frames.frame(
            "", ":message-type", "error", ":error-code", "InternalError", ":error-message", "oh");
    assertThat(told(frame)).containsExactly("500 InternalError oh");
  }

  @Test
  void aFrameOfAnotherKindIsRefused() {
    assertThatThrownBy(() -> told(Frames.frame("{}", ":message-type", "news")))
        .isInstanceOf(MalformedAnswerException.class);
    Message numbered =
        new Message(java.util.Map.of(":message-type", HeaderValue.fromInteger(1)), new byte[0]);
    byte[] bytes = new byte[numbered.toByteBuffer().remaining()];
    numbered.toByteBuffer().get(bytes);
    assertThatThrownBy(() -> told(bytes)).isInstanceOf(MalformedAnswerException.class);
  }

  /** The first twelve bytes of a frame, rightly checksummed. */
  private static byte[] prelude(int length, int headers) {
    ByteBuffer prelude = ByteBuffer.allocate(12).putInt(length).putInt(headers);
    CRC32 checksum = new CRC32();
    checksum.update(prelude.array(), 0, 8);
    return prelude.putInt((int) checksum.getValue()).array();
  }
}

package dev.mooring.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.mooring.gateway.config.Api;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Damaged bytes end in the exception that is meant for them, or in none. */
final class HostileBytesTest {
  private static final int DAMAGES = 100;
  private static final String REQUEST =
      "{\"model\":\"m\",\"stream\":true,\"stream_options\":{\"x\":1},\"session_id\":\"s\","
          + "\"providerOptions\":{\"gateway\":{\"order\":[\"a\"],\"byok\":{\"p\":[{\"apiKey\":\"k\"}]},"
          + "\"providerTimeouts\":{\"byok\":{\"p\":1}}}},\"previous_response_id\":\"r\","
          + "\"system\":[{\"type\":\"text\",\"text\":\"\\u00e9\u6f22\"}],\"tools\":[{\"name\":\"t\","
          + "\"input_schema\":{\"a\":[1,2.5e3,null]}}],\"input\":[{\"type\":\"reasoning\","
          + "\"encrypted_content\":\"e\"}],\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":"
          + "\"thinking\",\"signature\":\"s\",\"cache_control\":{\"ttl\":\"1h\"}}]}]}";
  private static final List<String> EVENTS =
      List.of(
          "{\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}],\"usage\":{}}",
          "{\"type\":\"response.completed\",\"response\":{\"id\":\"r\",\"output\":[{\"type\":"
              + "\"reasoning\",\"encrypted_content\":\"e\"}],\"usage\":{\"input_tokens\":1}}}",
          "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"x\"},\"usage\":{\"output_tokens\":"
              + "2}}",
          "{\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":\"m\",\"code\":5}}");

  private static LongStream seeds() {
    return LongStream.range(0, 40);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aDamagedRequestIsReadOrRefused(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < DAMAGES; i++) {
      byte[] body = damaged(REQUEST.getBytes(UTF_8), random);
      for (Api api : Api.values()) {
        assertThatCode(() -> use(api, body))
            .as(() -> new String(body, UTF_8))
            .doesNotThrowAnyException();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aDamagedAnswerIsReadOrMalformed(long seed) {
    Random random = new Random(seed);
    byte[] metadata = "{}".getBytes(UTF_8);
    for (int i = 0; i < DAMAGES; i++) {
      byte[] body = damaged(EVENTS.get(random.nextInt(EVENTS.size())).getBytes(UTF_8), random);
      assertThat(UpstreamError.read(500, body).message()).isNotNull();
      assertThat(UpstreamError.withMetadata(body, metadata)).isNotNull();
      for (Api api : Api.values()) {
        assertThatCode(() -> answer(api, body, metadata)).doesNotThrowAnyException();
        assertThatCode(() -> event(api, body, metadata)).doesNotThrowAnyException();
      }
    }
  }

  private static void use(Api api, byte[] body) {
    try {
      Envelope envelope = Envelope.read(api, body);
      assertThat(envelope.fingerprint("t")).hasSize(32);
      assertThat(envelope.continuity()).isNotNull();
      assertThat(envelope.upstreamBody("u", true, true)).isNotEmpty();
    } catch (InvalidRequestException e) {
      assertThat(e.message()).isNotBlank();
    }
  }

  private static void answer(Api api, byte[] body, byte[] metadata) {
    try {
      assertThat(JsonAnswer.read(api, body).withMetadata(metadata)).hasSizeGreaterThan(body.length);
    } catch (MalformedAnswerException e) {
      assertThat(e).hasMessageContaining("answer");
    }
  }

  private static void event(Api api, byte[] data, byte[] metadata) {
    StreamReader reader = StreamReader.of(api);
    for (SseEvent event : new SseSplitter(1 << 20).feed(SseEvent.of(null, data))) {
      if (reader.observe(event).metadataPlace()) {
        assertThat(reader.withMetadata(event, metadata))
            .hasSizeGreaterThanOrEqualTo(event.length());
      }
      assertThat(reader.failure(ApiError.badGateway("m"), metadata)).isNotEmpty();
    }
  }

  /** The text with a few bytes changed, cut, or put in from elsewhere. */
  private static byte[] damaged(byte[] text, Random random) {
    byte[] bytes = text.clone();
    int damages = 1 + random.nextInt(3);
    for (int i = 0; i < damages; i++) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes[at] = (byte) "\"\\{}[],:0 -n".charAt(random.nextInt(12));
        case 2 -> bytes[at] = bytes[random.nextInt(bytes.length)];
        default ->
            bytes = Arrays.copyOf(bytes, Math.max(1, random.nextInt(20) == 0 ? at : bytes.length));
      }
    }
    return bytes;
  }
}

package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.encoder.Encoder;
import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Request bodies with a {@code Content-Encoding} (contract, section 3). */
class ContentEncodingTest {
  private static final int LIMIT = 4 << 20;

  private static Wire wire;

  @BeforeAll
  static void start() {
    Brotli4jLoader.ensureAvailability();
    wire = TwoProviders.wire("server: { port: 0, maxBodyBytes: " + LIMIT + " }\n");
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  @BeforeEach
  void reset() {
    TwoProviders.reset(wire);
  }

  private static byte[] coded(String coding, byte[] body) throws IOException {
    return switch (coding) {
      case "gzip", "x-gzip", "GZIP" -> stream(body, GZIPOutputStream::new);
      case "deflate" -> stream(body, DeflaterOutputStream::new);
      case "raw deflate" ->
          stream(body, out -> new DeflaterOutputStream(out, new Deflater(9, true)));
      case "br" -> Encoder.compress(body);
      case "zstd" -> Zstd.compress(body);
      case "gzip, zstd" -> Zstd.compress(stream(body, GZIPOutputStream::new));
      default -> body;
    };
  }

  private interface Opener {
    OutputStream open(OutputStream out) throws IOException;
  }

  private static byte[] stream(byte[] body, Opener opener) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = opener.open(bytes)) {
      out.write(body);
    }
    return bytes.toByteArray();
  }

  private static Answer post(ApiCall api, String coding, byte[] body) {
    return wire.send(
        wire.request(api.path(), "content-encoding", coding)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gzip",
        "x-gzip",
        "GZIP",
        "deflate",
        "raw deflate",
        "br",
        "zstd",
        "gzip, zstd",
        "identity"
      })
  void eachCodingIsUndoneAndTheProviderGetsThePlainBody(String coding) throws Exception {
    for (int length : new int[] {10, 300_000}) {
      wire.simulator(0).clearRequests();
      String body = ApiCall.CHAT.body("é".repeat(length));
      byte[] bytes = coded(coding, body.getBytes(StandardCharsets.UTF_8));
      Answer answer = post(ApiCall.CHAT, coding.replace("raw ", ""), bytes);
      assertThat(answer.status()).as(answer.text()).isEqualTo(200);
      var received = wire.received(0).get(0);
      assertThat(received.headers()).doesNotContainKey("content-encoding");
      assertThat(received.bodyText().equals(body.replace("\"m\"", "\"up-m\""))).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "deflate", "br", "zstd"})
  void aBodyThatIsNotInItsCodingIsA400(String coding) throws Exception {
    byte[] plain = ApiCall.MESSAGES.body("hello").getBytes(StandardCharsets.UTF_8);
    byte[] whole = coded(coding, plain);
    byte[] cut = Arrays.copyOf(whole, whole.length / 2);
    byte[] garbled = whole.clone();
    garbled[whole.length / 2] ^= 0x55;
    garbled[2] ^= 0x55;
    for (byte[] body : new byte[][] {plain, cut, garbled, {}}) {
      Answer answer = post(ApiCall.MESSAGES, coding, body);
      assertThat(answer.status()).as(answer.text()).isEqualTo(400);
      assertThat(ApiCall.MESSAGES.error(answer)).isNotEmpty();
    }
    assertThat(wire.received(0)).isEmpty();
  }

  @Test
  void anUnknownCodingIsA415ThatNamesTheKnownOnes() {
    Answer answer = post(ApiCall.RESPONSES, "compress", new byte[] {1, 2});
    assertThat(answer.status()).isEqualTo(415);
    assertThat(ApiCall.RESPONSES.error(answer)).contains("compress", "gzip", "zstd");
  }

  @ParameterizedTest
  @CsvSource({"gzip, CHAT", "deflate, RESPONSES", "br, MESSAGES", "zstd, CHAT"})
  void aBombIsA413(String coding, ApiCall api) throws Exception {
    byte[] bomb = coded(coding, new byte[64 << 20]);
    assertThat(bomb.length).isLessThan(LIMIT);
    Answer answer = post(api, coding, bomb);
    assertThat(answer.status()).isEqualTo(413);
    assertThat(api.error(answer)).contains(Integer.toString(LIMIT));
    assertThat(wire.received(0)).isEmpty();
  }
}

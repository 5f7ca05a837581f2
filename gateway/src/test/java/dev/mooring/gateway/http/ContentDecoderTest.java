package dev.mooring.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.gateway.relay.HeldBodies;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;

/** The decoding of coded bodies. */
class ContentDecoderTest {
  private static final HeldBodies ENOUGH = new HeldBodies(Long.MAX_VALUE);

  private static byte[] gzip(byte[] body) throws IOException {
    ByteArrayOutputStream coded = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(coded)) {
      out.write(body);
    }
    return coded.toByteArray();
  }

  @Test
  void aBodyThatBecomesTooMuchForTheMemoryIsGivenUp() throws IOException {
    byte[] coded = gzip(new byte[1_000_000]);
    HeldBodies bodies = new HeldBodies(1_500_000);
    HeldBodies.Share share = bodies.share();
    assertThatThrownBy(() -> ContentDecoder.decode(coded, "gzip", share, 2_000_000))
        .isInstanceOf(BodyReader.NoMemoryException.class);
    assertThat(bodies.bytes()).isLessThanOrEqualTo(1_500_000);
  }

  @Test
  void aDecodedBodyTakesWhatItIsLong() throws IOException {
    byte[] coded = gzip(gzip(new byte[1_000_000]));
    HeldBodies bodies = new HeldBodies(3_000_000);
    assertThat(ContentDecoder.decode(coded, "gzip, gzip", bodies.share(), 1_000_000))
        .hasSize(1_000_000);
    assertThat(bodies.bytes()).isEqualTo(1_000_000);
    assertThatThrownBy(() -> ContentDecoder.decode(coded, "gzip,gzip", ENOUGH.share(), 999_999))
        .isInstanceOf(BodyReader.TooLargeException.class);
  }

  @Test
  void aDeflatedBodyGivesTheMemoryOfItsInflaterBack() throws IOException {
    ByteArrayOutputStream deflated = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(deflated)) {
      out.write("a body".getBytes(StandardCharsets.US_ASCII));
    }
    Inflater inflater = new Inflater();
    try (ContentDecoder.DeflateStream stream =
        new ContentDecoder.DeflateStream(
            new ByteArrayInputStream(deflated.toByteArray()), inflater)) {
      assertThat(stream.readAllBytes()).asString().isEqualTo("a body");
    }
    assertThatThrownBy(inflater::getBytesRead).hasMessageContaining("closed");
    assertThat(ContentDecoder.decode(deflated.toByteArray(), "deflate", ENOUGH.share(), 6))
        .asString()
        .isEqualTo("a body");
  }
}

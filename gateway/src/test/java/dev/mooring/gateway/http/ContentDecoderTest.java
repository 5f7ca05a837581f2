package dev.mooring.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;

/** The decoding of coded bodies. */
class ContentDecoderTest {

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
    assertThat(ContentDecoder.decode(deflated.toByteArray(), "deflate", 6))
        .asString()
        .isEqualTo("a body");
  }
}

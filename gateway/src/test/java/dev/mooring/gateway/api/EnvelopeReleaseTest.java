package dev.mooring.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.config.Api;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What an envelope keeps of a body once that was let go. */
class EnvelopeReleaseTest {
  private static byte[] body() {
    return ("{\"model\":\"m\",\"stream\":true,\"max_tokens\":5,\"system\":\"Be brief.\","
            + "\"tools\":[{\"name\":\"t\",\"input_schema\":{\"type\":\"object\"}}],"
            + "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}")
        .getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void theBodyIsGoneAndWhatWasReadOfItStays() {
    WeakReference<byte[]> held = new WeakReference<>(body());
    Envelope envelope = Envelope.read(Api.MESSAGES, Objects.requireNonNull(held.get()));
    String fingerprint = envelope.fingerprint("team");
    int tokens = envelope.promptTokens();
    envelope.upstreamPieces("n", false, 0, null, PlainShape.IN_BODY);
    envelope.release();
    for (int i = 0; i < 50 && held.get() != null; i++) {
      System.gc();
    }
    assertThat(held.get()).isNull();
    assertThat(envelope.model()).isEqualTo("m");
    assertThat(envelope.stream()).isTrue();
    assertThat(envelope.maxOutputTokens()).isEqualTo(5L);
    assertThat(envelope.fingerprint("team")).isEqualTo(fingerprint);
    assertThat(envelope.promptTokens()).isEqualTo(tokens);
  }
}

package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.wire.RawClient.RawAnswer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bodies up to and past {@code maxBodyBytes} (contract, section 3). */
class BodyLimitTest {
  private static final int LIMIT = 100_000;

  private static Wire wire;

  @BeforeAll
  static void start() {
    wire = TwoProviders.wire("server: { port: 0, maxBodyBytes: " + LIMIT + " }\n");
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  private static byte[] bodyOf(ApiCall api, int length) {
    int around = api.body("").length();
    byte[] body = api.body("a".repeat(length - around)).getBytes(StandardCharsets.UTF_8);
    assertThat(body).hasSize(length);
    return body;
  }

  private static void tooLarge(ApiCall api, RawAnswer answer) {
    assertThat(answer.status()).isEqualTo(413);
    var json = Answer.parse(answer.body().getBytes(StandardCharsets.UTF_8));
    assertThat(json.path("error").path("message").asText()).contains(Integer.toString(LIMIT));
    if (api == ApiCall.MESSAGES) {
      assertThat(json.path("error").path("type").asText()).isEqualTo("request_too_large");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aBodyOfTheLimitPassesAndOneByteMoreIsA413AndTheConnectionLivesOn(ApiCall api) {
    try (RawClient client = RawClient.to(wire)) {
      assertThat(client.post(api.path(), bodyOf(api, LIMIT)).answer().status()).isEqualTo(200);
      tooLarge(api, client.post(api.path(), bodyOf(api, LIMIT + 1)).answer());
      assertThat(client.post(api.path(), bodyOf(api, 500)).answer().status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aChunkedBodyPastTheLimitIsA413AndTheConnectionLivesOn(ApiCall api) {
    try (RawClient client = RawClient.to(wire)) {
      for (int length : new int[] {LIMIT, 5 * LIMIT}) {
        client.send(
            "POST " + api.path() + " HTTP/1.1\r\nhost: t\r\ntransfer-encoding: chunked\r\n\r\n");
        byte[] body = bodyOf(api, length);
        for (int at = 0; at < length; at += 30_000) {
          int size = Math.min(30_000, length - at);
          client.send(Integer.toHexString(size) + "\r\n");
          client.send(java.util.Arrays.copyOfRange(body, at, at + size)).send("\r\n");
        }
        client.send("0\r\n\r\n");
        RawAnswer answer = client.answer();
        if (length == LIMIT) {
          assertThat(answer.status()).isEqualTo(200);
        } else {
          tooLarge(api, answer);
        }
      }
      assertThat(client.post(api.path(), bodyOf(api, 500)).answer().status()).isEqualTo(200);
    }
  }

  @Test
  void whoAsksBeforeSendingIsToldToGoOn() {
    try (RawClient client = RawClient.to(wire)) {
      byte[] body = bodyOf(ApiCall.CHAT, 5_000);
      client.send(
          "POST /v1/chat/completions HTTP/1.1\r\nhost: t\r\nexpect: 100-continue\r\n"
              + "content-length: 5000\r\n\r\n");
      assertThat(client.interim().status()).isEqualTo(100);
      assertThat(client.send(body).answer().status()).isEqualTo(200);
      assertThat(wire.received(0)).noneMatch(request -> request.headers().containsKey("expect"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoAsksBeforeSendingTooMuchIsToldSoWithoutSending(ApiCall api) {
    try (RawClient client = RawClient.to(wire)) {
      client.send(
          "POST "
              + api.path()
              + " HTTP/1.1\r\nhost: t\r\nexpect: 100-continue\r\n"
              + "content-length: 100001\r\n\r\n");
      RawAnswer answer = client.interim();
      tooLarge(api, answer);
      assertThat(answer.header("connection")).isEqualTo("close");
      assertThat(client.ends()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoIsRefusedAnywayIsToldSoWithoutSending(ApiCall api) {
    for (String length : new String[] {"content-length: 10", "transfer-encoding: chunked"}) {
      try (RawClient client = RawClient.to(wire)) {
        client.send(
            "POST "
                + api.path()
                + " HTTP/1.1\r\nhost: t\r\nexpect: 100-continue\r\n"
                + "content-type: text/plain\r\n"
                + length
                + "\r\n\r\n");
        RawAnswer answer = client.interim();
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.header("connection")).isEqualTo("close");
        assertThat(client.ends()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoIsRefusedAnywayMaySendTheBodyAndTheConnectionLivesOn(ApiCall api) {
    try (RawClient client = RawClient.to(wire)) {
      byte[] body = bodyOf(api, LIMIT);
      assertThat(client.post(api.path(), body, "content-type: a/b").answer().status())
          .isEqualTo(415);
      assertThat(client.post(api.path(), body).answer().status()).isEqualTo(200);
    }
  }

  @Test
  void whoGoesOnAndOnIsAnsweredAndCutOff() {
    try (RawClient client = RawClient.to(wire)) {
      client.send("POST /v1/messages HTTP/1.1\r\nhost: t\r\ncontent-length: 999999999999\r\n\r\n");
      byte[] piece = new byte[1 << 20];
      try {
        for (int i = 0; i < 68; i++) {
          client.send(piece);
        }
      } catch (java.io.UncheckedIOException e) {
        assertThat(e).hasMessageContaining("roken pipe");
      }
      tooLarge(ApiCall.MESSAGES, client.answer());
      assertThat(client.ends()).isTrue();
    }
  }
}

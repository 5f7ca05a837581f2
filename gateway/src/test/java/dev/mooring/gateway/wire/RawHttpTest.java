package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.wire.RawClient.RawAnswer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are hardly HTTP: a 4xx with a JSON body, never a fault of ours. */
class RawHttpTest {
  private static final String POST = "POST /v1/chat/completions HTTP/1.1\r\nhost: t\r\n";

  private static Wire wire;

  @BeforeAll
  static void start() {
    wire = TwoProviders.wire("");
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  @BeforeEach
  void reset() {
    TwoProviders.reset(wire);
  }

  @ParameterizedTest
  @CsvSource({
    "'GARBAGE\r\n\r\n', 400",
    "'GET  HTTP/1.1\r\n\r\n', 400",
    "'GET /v1/models FTP/9\r\n\r\n', 400",
    "'\u0001\u0002\u0003 / HTTP/1.1\r\n\r\n', 400",
    "'GET /v1/models HTTP/1.1\r\nno colon here\r\n\r\n', 400",
    "'GET /v1/models HTTP/1.1\r\nbad name: x\r\n\r\n', 400",
    "'GET /v1/models HTTP/1.1\r\nx-bad: a\u0000b\r\n\r\n', 400",
    "'POST /v1/messages HTTP/1.1\r\ncontent-length: abc\r\n\r\n', 400",
    "'POST /v1/messages HTTP/1.1\r\ncontent-length: -5\r\n\r\n', 400",
    "'POST /v1/messages HTTP/1.1\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}', 400"
  })
  void whatIsNoHttpIsA400InJsonAndTheEndOfTheConnection(String bytes, int status) {
    try (RawClient client = RawClient.to(wire)) {
      RawAnswer answer = client.send(bytes).answer();
      json(answer, status);
      assertThat(client.ends()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ": empty name",
        "a(b: x",
        "a\u00e9b: x",
        "a@b: x",
        "x: a\u0001b",
        "x: a\u007fb",
        "x: \u00ff",
        "x: a\r\n folded",
        "x: \u000b",
        "content-type: \u0001",
        "x-session-id: a\u0002b",
        "x-bf-session-ttl: \u00ff\u00fe",
        "content-encoding: \u00ff",
        "anthropic-beta: \u0001"
      })
  void anOddHeaderIsRefusedOrGoesOnButIsNoFault(String line) {
    try (RawClient client = RawClient.to(wire)) {
      byte[] body = ApiCall.CHAT.body("odd").getBytes(StandardCharsets.UTF_8);
      RawAnswer answer = client.post("/v1/chat/completions", body, line).answer();
      if (answer.status() != 200) {
        assertThat(answer.status()).isIn(400, 415);
        json(answer, answer.status());
      }
    }
  }

  @Test
  void aRequestLineThatIsTooLongIsA414() {
    try (RawClient client = RawClient.to(wire)) {
      client.send("GET /v1/models?" + "a".repeat(20_000) + " HTTP/1.1\r\nhost: t\r\n\r\n");
      json(client.answer(), 414);
    }
  }

  @Test
  void headersThatAreTooLongAreA431AndLongOnesPass() {
    try (RawClient client = RawClient.to(wire)) {
      client.send("GET /v1/models HTTP/1.1\r\nx-long: " + "a".repeat(48 << 10) + "\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(200);
      client.send("GET /v1/models HTTP/1.1\r\nx-long: " + "a".repeat(70 << 10) + "\r\n\r\n");
      json(client.answer(), 431);
    }
  }

  @Test
  void ofTwoLengthsTheChunksCountAndOneGoesOn() {
    String body = ApiCall.CHAT.body("both lengths");
    try (RawClient client = RawClient.to(wire)) {
      client.send(POST + "content-length: 7\r\ntransfer-encoding: chunked\r\n\r\n");
      client.send(Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n");
      RawAnswer answer = client.answer();
      assertThat(answer.status()).isIn(200, 400);
      if (answer.status() == 200) {
        var received = wire.received(0).get(0);
        assertThat(received.bodyText()).isEqualTo(body.replace("\"m\"", "\"up-m\""));
        assertThat(received.headers()).doesNotContainKey("transfer-encoding");
      }
    }
  }

  @Test
  void theLengthThatGoesOnIsThatOfTheBytesThatGoOn() {
    String body = ApiCall.CHAT.body("length", "\"session_id\":\"is cut out\"");
    try (RawClient client = RawClient.to(wire)) {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      assertThat(client.post("/v1/chat/completions", bytes).answer().status()).isEqualTo(200);
      var received = wire.received(0).get(0);
      assertThat(received.headers().get("content-length"))
          .containsExactly(Integer.toString(received.body().length));
      assertThat(received.body().length).isLessThan(bytes.length);
    }
  }

  @Test
  void aChunkThatIsNoChunkIsA400() {
    try (RawClient client = RawClient.to(wire)) {
      client.send(POST + "transfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n");
      json(client.answer(), 400);
      assertThat(client.ends()).isTrue();
    }
    assertThat(wire.received(0)).isEmpty();
  }

  @Test
  void aBodyThatIsNoUtf8IsA400() {
    byte[] body = ApiCall.CHAT.body("x").getBytes(StandardCharsets.UTF_8);
    body[body.length - 5] = (byte) 0xC3;
    try (RawClient client = RawClient.to(wire)) {
      json(client.post("/v1/chat/completions", body).answer(), 400);
      byte[] utf16 = ApiCall.CHAT.body("x").getBytes(StandardCharsets.UTF_16);
      json(client.post("/v1/chat/completions", utf16).answer(), 400);
    }
  }

  @Test
  void aBodyThatIsTooDeepIsA400() {
    String deep = "\"x\":" + "[".repeat(100_000) + "]".repeat(100_000);
    Answer answer = wire.post("/v1/messages", ApiCall.MESSAGES.body("deep", deep));
    assertThat(answer.status()).isEqualTo(400);
    assertThat(ApiCall.MESSAGES.error(answer)).contains("JSON");
  }

  @Test
  void aCallerWhoHangsUpWithinTheBodyIsForgotten() {
    try (RawClient client = RawClient.to(wire)) {
      client.send(POST + "content-length: 500\r\n\r\n{\"model\":");
    }
    assertThat(wire.post("/v1/chat/completions", ApiCall.CHAT.body("next")).status())
        .isEqualTo(200);
    assertThat(wire.received(0)).hasSize(1);
  }

  private static void json(RawAnswer answer, int status) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.header("content-type")).isEqualTo("application/json");
    assertThat(answer.header("x-mooring-request-id")).startsWith("req_");
    var error = Answer.parse(answer.body().getBytes(StandardCharsets.UTF_8)).path("error");
    assertThat(error.path("message").asText()).isNotEmpty();
  }
}

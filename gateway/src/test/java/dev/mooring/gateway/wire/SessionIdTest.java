package dev.mooring.gateway.wire;

import static dev.mooring.gateway.wire.TwoProviders.ONLY_Q;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a session's ID may be, and how it is told (contract, sections 3 and 4). */
class SessionIdTest {
  private static Wire wire;

  @BeforeAll
  static void start() {
    wire = TwoProviders.wire("");
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  private static Answer chat(String field, String... headers) {
    return wire.post("/v1/chat/completions", ApiCall.CHAT.body("hello", field), headers);
  }

  private static String id(Answer answer) {
    return answer.routing().path("clientSessionId").asText();
  }

  @Test
  void anIdIsTrimmedAndItsSpellingsAreOneSession() {
    Answer first =
        wire.post(
            "/v1/chat/completions",
            ApiCall.CHAT.body("a", "\"session_id\":\" \\t trimmed\\n\"", ONLY_Q));
    Answer second = chat("", "x-session-id", "  trimmed ");
    assertThat(id(first)).isEqualTo("trimmed");
    assertThat(id(second)).isEqualTo("trimmed");
    assertThat(second.outcome()).isEqualTo("promoted");
  }

  @Test
  void upTo256CodePointsAnIdStaysAsItIs() {
    String id = "😀".repeat(256);
    Answer answer = chat("\"session_id\":\"" + id + "\"");
    assertThat(id(answer)).isEqualTo(id);
    assertThat(answer.header("x-mooring-session-id")).startsWith("%F0%9F%98%80");
    assertThat(URLDecoder.decode(answer.header("x-mooring-session-id"), StandardCharsets.UTF_8))
        .isEqualTo(id);
  }

  @Test
  void aLongerIdIsReplacedByTheHexOfItsSha256() throws Exception {
    String id = "é".repeat(257);
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8));
    String hex = HexFormat.of().formatHex(digest);
    assertThat(id(chat("\"session_id\":\"" + id + "\""))).isEqualTo(hex);
    assertThat(id(chat("\"prompt_cache_key\":\"" + id + "\""))).isEqualTo(hex);
  }

  @ParameterizedTest
  @CsvSource({
    "café, caf%C3%A9",
    "a b, a b",
    "50%, 50%",
    "é 5%, %C3%A9 5%25",
    "plain-id_1.~, plain-id_1.~"
  })
  void theAnswersHeaderPercentEncodesWhatIsNotPrintableAscii(String id, String encoded) {
    Answer answer = chat("\"session_id\":\"" + id + "\"");
    assertThat(answer.header("x-mooring-session-id")).isEqualTo(encoded);
    assertThat(id(answer)).isEqualTo(id);
  }

  @Test
  void anIdInUtf8InAHeaderIsTheSameAsInTheBodyAndGoesOnAsItCame() {
    chat("\"session_id\":\"naïve-✓\"," + ONLY_Q);
    wire.simulator(1).clearRequests();
    byte[] body = ApiCall.CHAT.body("hello").getBytes(StandardCharsets.UTF_8);
    try (RawClient client = RawClient.to(wire)) {
      String bytes =
          new String("naïve-✓".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
      RawClient.RawAnswer answer =
          client.post("/v1/chat/completions", body, "x-session-id: " + bytes).answer();
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.header("x-mooring-affinity")).isEqualTo("promoted");
      assertThat(answer.header("x-mooring-session-id")).isEqualTo("na%C3%AFve-%E2%9C%93");
      assertThat(wire.received(1).get(0).header("x-session-id")).isEqualTo(bytes);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"session_id\":5 | session_id",
        "\"session_id\":{\"a\":1} | session_id",
        "\"session_id\":[\"a\"] | session_id",
        "\"session_id\":true | session_id",
        "\"prompt_cache_key\":17 | prompt_cache_key",
        "\"prompt_cache_key\":false | prompt_cache_key",
        "\"providerOptions\":{\"gateway\":{\"sessionId\":9}} | providerOptions.gateway.sessionId",
        "\"providerOptions\":{\"gateway\":{\"sessionId\":[]}} | providerOptions.gateway.sessionId",
      })
  void aValueThatIsNoStringIsA400ThatNamesTheField(String field, String name) {
    for (ApiCall api : ApiCall.values()) {
      Answer answer = wire.post(api.path(), api.body("hello", field));
      assertThat(answer.status()).isEqualTo(400);
      assertThat(api.error(answer)).contains(name);
      if (api != ApiCall.MESSAGES) {
        assertThat(answer.json().path("error").path("param").asText()).isEqualTo(name);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void nullIsNoValue(ApiCall api) {
    Answer answer =
        wire.post(
            api.path(),
            api.body(
                "null ids",
                "\"session_id\":null",
                "\"prompt_cache_key\":null",
                "\"providerOptions\":{\"gateway\":{\"sessionId\":null}}"));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.routing().path("clientSessionIdSource").asText()).isEqualTo("fingerprint");
  }
}

package dev.mooring.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.Capability;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a request says, and what is refused. */
final class EnvelopeTest {
  private static final String MESSAGES = "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]";

  private static Envelope chat(String members) {
    String body = "{\"model\":\"m\"," + MESSAGES + (members.isEmpty() ? "" : "," + members) + "}";
    return Envelope.read(Api.CHAT, body.getBytes(UTF_8));
  }

  private static Envelope gateway(String options) {
    return chat("\"providerOptions\":{\"gateway\":{" + options + "}}");
  }

  private static void assertRefused(Api api, byte[] body, String field) {
    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> Envelope.read(api, body))
        .satisfies(e -> assertThat(String.valueOf(e.field())).isEqualTo(field))
        .satisfies(e -> assertThat(e.message()).isNotBlank());
  }

  @Test
  void aPlainRequestAsksForNothing() {
    Envelope envelope = chat("");

    assertThat(envelope.model()).isEqualTo("m");
    assertThat(envelope.stream()).isFalse();
    assertThat(envelope.options()).isEqualTo(GatewayOptions.NONE);
    assertThat(envelope.sessionIdField()).isNull();
    assertThat(envelope.promptCacheKey()).isNull();
    assertThat(envelope.metadataUserId()).isNull();
    assertThat(envelope.asksOneHour()).isFalse();
    assertThat(envelope.asksDayRetention()).isFalse();
    assertThat(envelope.continuity()).isEqualTo(Continuity.NONE);
    assertThat(envelope.hasStrippableState()).isFalse();
    assertThat(envelope.usageRequested()).isTrue();
  }

  @Test
  void moreFieldsThanAnyRequestHasAreRefused() {
    String most = ",\"x\":1".repeat(EnvelopeReader.MOST_FIELDS - 2);
    String body = "{\"model\":\"m\",\"messages\":[]%s}";
    assertThat(Envelope.read(Api.CHAT, body.formatted(most).getBytes(UTF_8)).model())
        .isEqualTo("m");
    byte[] over = body.formatted(most + ",\"x\":1").getBytes(UTF_8);
    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> Envelope.read(Api.CHAT, over))
        .withMessageContaining("top-level fields");
  }

  @Test
  void everyGatewayOptionIsRead() {
    GatewayOptions options =
        gateway(
                "\"sessionId\":\" s \",\"sessionAffinity\":false,\"order\":[\"a\",\"b\"],\"only\":[],"
                    + "\"sort\":\"ttft\",\"models\":[\"n\"],\"zeroDataRetention\":true,"
                    + "\"disallowPromptTraining\":true,\"has\":[\"vision\",\"tool-use\"],"
                    + "\"byok\":{\"p\":[{\"apiKey\":\"k1\",\"x\":1},{\"apiKey\":\"k2\"}]},"
                    + "\"providerTimeouts\":{\"byok\":{\"p\":5000}},\"caching\":\"auto\","
                    + "\"cacheTtl\":\"1h\",\"user\":\"u\",\"tags\":[\"t\"],\"unknown\":{\"a\":[1]}")
            .options();

    assertThat(options)
        .isEqualTo(
            new GatewayOptions(
                " s ",
                false,
                List.of("a", "b"),
                List.of(),
                "ttft",
                List.of("n"),
                true,
                true,
                Set.of(Capability.VISION, Capability.TOOL_USE),
                Map.of("p", List.of("k1", "k2")),
                Map.of("p", 5000L),
                true,
                "1h",
                "u",
                List.of("t")));
  }

  @Test
  void topLevelShorthandsCountWhereTheOptionIsAbsent() {
    GatewayOptions shorthand =
        chat("\"provider\":{\"order\":[\"x\"],\"only\":[\"y\"],\"sort\":\"cost\",\"z\":1},"
                + "\"models\":[\"n\"],\"caching\":\"auto\",\"cache_ttl\":\"5m\"")
            .options();
    GatewayOptions both =
        chat("\"provider\":{\"order\":[\"x\"],\"only\":[\"y\"]},\"models\":[\"n\"],"
                + "\"providerOptions\":{\"gateway\":{\"order\":[],\"models\":[\"o\"]}}")
            .options();

    assertThat(shorthand.order()).containsExactly("x");
    assertThat(shorthand.only()).containsExactly("y");
    assertThat(shorthand.sort()).isEqualTo("cost");
    assertThat(shorthand.models()).containsExactly("n");
    assertThat(shorthand.cachingAuto()).isTrue();
    assertThat(shorthand.cacheTtl()).isEqualTo("5m");
    assertThat(both.order()).isEmpty();
    assertThat(both.only()).containsExactly("y");
    assertThat(both.models()).containsExactly("o");
  }

  @Test
  void sessionSourcesInTheBodyAreKeptApart() {
    Envelope envelope =
        chat(
            "\"session_id\":\"top\",\"prompt_cache_key\":\"key\",\"metadata\":{\"user_id\":\"u\"},"
                + "\"providerOptions\":{\"gateway\":{\"sessionId\":\"option\"}}");

    assertThat(envelope.options().sessionId()).isEqualTo("option");
    assertThat(envelope.sessionIdField()).isEqualTo("top");
    assertThat(envelope.promptCacheKey()).isEqualTo("key");
    assertThat(envelope.metadataUserId()).isEqualTo("u");
  }

  @Test
  void nullCountsAsAbsent() {
    Envelope envelope =
        chat(
            "\"session_id\":null,\"prompt_cache_key\":null,\"stream\":null,\"metadata\":null,"
                + "\"provider\":null,\"models\":null,\"caching\":null,\"cache_ttl\":null,"
                + "\"tools\":null,\"stream_options\":null,\"providerOptions\":{\"gateway\":"
                + "{\"sessionId\":null,\"sessionAffinity\":null,\"order\":null,\"byok\":null}}");

    assertThat(envelope.options()).isEqualTo(GatewayOptions.NONE);
    assertThat(chat("\"providerOptions\":null").options()).isEqualTo(GatewayOptions.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "sessionId":1                       | sessionId
          "sessionAffinity":"no"              | sessionAffinity
          "order":"a"                         | order
          "order":["a",2]                     | order[1]
          "only":[null]                       | only[0]
          "sort":"fast"                       | sort
          "models":[{"model":"x"}]            | models[0]
          "zeroDataRetention":1               | zeroDataRetention
          "byok":[]                           | byok
          "byok":{"p":{}}                     | byok.p
          "byok":{"p":["k"]}                  | byok.p[0]
          "byok":{"p":[{"apiKey":7}]}         | byok.p[0].apiKey
          "byok":{"p":[{"apiKey":"k"},{}]}    | byok.p[1].apiKey
          "providerTimeouts":{"byok":{"p":0}} | providerTimeouts.byok.p
          "providerTimeouts":{"byok":[]}      | providerTimeouts.byok
          "caching":"on"                      | caching
          "cacheTtl":60                       | cacheTtl
          "user":{}                           | user
          "tags":[1]                          | tags[0]
          """)
  void aWrongTypeInTheOptionsNamesItsPath(String option, String path) {
    String body =
        "{\"model\":\"m\"," + MESSAGES + ",\"providerOptions\":{\"gateway\":{" + option + "}}}";

    assertRefused(Api.CHAT, body.getBytes(UTF_8), "providerOptions.gateway." + path);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"messages":[]}                                        | model
          {"model":null,"messages":[]}                           | model
          {"model":" ","messages":[]}                            | model
          {"model":["m"],"messages":[]}                          | model
          {"model":"m"}                                          | messages
          {"model":"m","messages":null}                          | messages
          {"model":"m","messages":{}}                            | messages
          {"model":"m","messages":[],"stream":"true"}            | stream
          {"model":"m","messages":[],"session_id":5}             | session_id
          {"model":"m","messages":[],"prompt_cache_key":[]}      | prompt_cache_key
          {"model":"m","messages":[],"providerOptions":[]}       | providerOptions
          {"model":"m","messages":[],"providerOptions":{"gateway":"x"}} | providerOptions.gateway
          {"model":"m","messages":[],"provider":"x"}             | provider
          {"model":"m","messages":[],"provider":{"only":"x"}}    | provider.only
          {"model":"m","messages":[],"model":"m"}                | model
          {"model":"m","messages":[],"mod\\u0065l":"m"}          | model
          {"model":"m","messages":[],"session_id":"a","session_id":"b"} | session_id
          """)
  void aFieldAtFaultIsNamed(String body, String field) {
    assertRefused(Api.CHAT, body.getBytes(UTF_8), field);
    assertRefused(Api.MESSAGES, body.getBytes(UTF_8), field);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "nonsense",
        "[]",
        "\"model\"",
        "null",
        "{\"model\":\"m\",\"messages\":[]",
        "{\"model\":\"m\",\"messages\":[]}}",
        "{\"model\":\"m\",\"messages\":[]} {}",
        "{\"model\":\"m\",\"messages\":[],}",
        "{\"model\":\"m\",\"messages\":[1,]}",
        "{\"model\":\"m\" \"messages\":[]}",
        "{\"model\":\"m\",\"messages\":[],\"x\":01}",
        "{\"model\":\"m\",\"messages\":[],\"x\":NaN}",
        "{\"model\":\"m\",\"messages\":[],\"x\":tru}",
        "{\"model\":\"m\",\"messages\":[],'x':1}",
        "{\"model\":\"m\",\"messages\":[],\"x\":\"a\nb\"}",
        "{\"model\":\"m\",\"messages\":[],\"x\":\"\\q\"}",
        "{\"model\":\"m\",\"messages\":[],\"x\":\"\\u12g4\"}",
        "{\"model\":\"m\",\"messages\":[],\"x\":\"\\ud800\"}",
        "{\"model\":\"m\",\"messages\":[],\"x\":\"\\udc00\\ud800\"}",
        "{\"model\":\"m\",\"messages\":[],\"x\":\"\\ud800\\u0041\"}",
        "{\"model\":\"m\",\"messages\":[],\"x\":\"\\ud800",
        "{\"model\":\"m\",\"messages\":[],\"x\":\"\u0000\"}",
        "{\"model\":\"m\",\"messages\":[]}\u0000",
        "\u0000{\"model\":\"m\",\"messages\":[]}",
      })
  void whatIsNoJsonObjectIsRefusedAsAWhole(String body) {
    assertRefused(Api.CHAT, body.getBytes(UTF_8), "null");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c0 80",
        "c3",
        "c3 28",
        "e0 80 80",
        "ed a0 80",
        "f0 80 80 80",
        "f4 90 80 80",
        "ff",
        "80"
      })
  void invalidUtf8IsRefused(String hex) {
    byte[] wrong = java.util.HexFormat.ofDelimiter(" ").parseHex(hex);
    byte[] head = "{\"model\":\"m\",\"messages\":[],\"x\":\"".getBytes(UTF_8);
    byte[] body = new byte[head.length + wrong.length + 2];
    System.arraycopy(head, 0, body, 0, head.length);
    System.arraycopy(wrong, 0, body, head.length, wrong.length);
    body[body.length - 2] = '"';
    body[body.length - 1] = '}';

    assertRefused(Api.CHAT, body, "null");
  }

  @Test
  void otherEncodingsAreRefused() {
    String body = "{\"model\":\"m\",\"messages\":[]}";

    assertRefused(Api.CHAT, body.getBytes(java.nio.charset.StandardCharsets.UTF_16), "null");
    assertRefused(Api.CHAT, body.getBytes(java.nio.charset.StandardCharsets.UTF_16LE), "null");
    assertRefused(Api.CHAT, body.getBytes(java.nio.charset.Charset.forName("UTF-32BE")), "null");
  }

  @ParameterizedTest
  @ValueSource(strings = {"messages", "x", "tools", "system", "providerOptions"})
  void nestingHasALimit(String field) {
    String deep = "{\"content\":[".repeat(5000) + "]}".repeat(5000);
    String body = "{\"model\":\"m\",\"" + field + "\":[" + deep + "]}";

    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> Envelope.read(Api.MESSAGES, body.getBytes(UTF_8)));
  }

  @Test
  void hugeNumbersNeverDoMoreThanRefuse() {
    String digits = "9".repeat(100_000);

    assertThat(chat("\"x\":1e999999999").model()).isEqualTo("m");
    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> gateway("\"providerTimeouts\":{\"byok\":{\"p\":" + digits + "}}"));
    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> gateway("\"providerTimeouts\":{\"byok\":{\"p\":99999999999999999999}}"));
  }

  @Test
  void keysThatAreNotReadMayRepeat() {
    assertThat(chat("\"x\":1,\"x\":2").model()).isEqualTo("m");
  }

  @Test
  void responsesNeedInputUnlessStoredStateStandsForIt() {
    assertRefused(Api.RESPONSES, "{\"model\":\"m\"}".getBytes(UTF_8), "input");
    assertRefused(Api.RESPONSES, "{\"model\":\"m\",\"input\":7}".getBytes(UTF_8), "input");
    for (String state :
        List.of(
            "\"previous_response_id\":\"r\"",
            "\"conversation\":\"c\"",
            "\"conversation\":{\"id\":\"c\"}",
            "\"prompt\":{\"id\":\"p\"}")) {
      byte[] body = ("{\"model\":\"m\"," + state + "}").getBytes(UTF_8);
      assertThat(Envelope.read(Api.RESPONSES, body).model()).isEqualTo("m");
    }
  }

  @Test
  void aPlainRequestNeedsNoConversation() {
    byte[] body = "{\"model\":\"e\",\"input\":[1,2],\"session_id\":\"s\"}".getBytes(UTF_8);
    Envelope envelope = Envelope.readPlain(body);

    assertThat(envelope.model()).isEqualTo("e");
    assertThat(envelope.upstreamBody("up", true, true))
        .asString(UTF_8)
        .isEqualTo("{\"model\":\"up\",\"input\":[1,2]}");
  }

  @Test
  void theVeryBodyGoesOnWhereNothingIsToChange() {
    byte[] body = "{\"model\":\"m\",\"messages\":[]}".getBytes(UTF_8);

    assertThat(Envelope.read(Api.CHAT, body).upstreamBody("m", true, true)).isSameAs(body);
  }

  @Test
  void thePromptIsEstimatedFromTheBytesOfItsParts() {
    String body =
        "{\"model\":\"m\",\"system\":\"1234\",\"tools\":[ ],\"messages\":[\"\u00e9\"],\"x\":\"long\"}";

    int bytes = 6 + 3 + 6;
    assertThat(Envelope.read(Api.MESSAGES, body.getBytes(UTF_8)).promptTokens())
        .isEqualTo(bytes / 4);
  }

  @Test
  void anImageWithinThePromptIsChargedAsOneAndTextByItsLength() {
    String text = "word ".repeat(2_000);
    String image = "iVBORw0KGgo+/".repeat(100_000) + "==";
    String body =
        "{\"model\":\"m\",\"messages\":[\"%s\",{\"image\":\"data:image/png;base64,%s\"},\"%s\"]}";
    assertThat(charged(body.formatted(text, "abc", text))).isBetween(5_000L, 5_030L);
    assertThat(charged(body.formatted(text, image, text))).isBetween(6_600L, 6_630L);
    assertThat(charged(body.formatted(image, image, text))).isBetween(5_700L, 5_740L);
  }

  @ParameterizedTest
  @CsvSource({
    "'\"max_tokens\":5',5",
    "'\"max_completion_tokens\":6,\"max_tokens\":5',6",
    "'\"max_output_tokens\":7',7",
    "'\"max_tokens\":5,\"n\":3',15",
    "'\"max_tokens\":5,\"n\":0',5",
    "'\"max_tokens\":null',",
    "'\"max_tokens\":\"5\"',",
    "'\"max_tokens\":-1',",
    "'\"n\":3',",
    "'\"max_tokens\":9223372036854775807,\"n\":9223372036854775807',1152921504606846976"
  })
  void theBoundOfTheAnswerIsRead(String fields, @Nullable Long bound) {
    String body = "{\"model\":\"m\"," + fields + ",\"messages\":[]}";
    assertThat(Envelope.read(Api.CHAT, body.getBytes(UTF_8)).maxOutputTokens()).isEqualTo(bound);
  }

  private static long charged(String body) {
    return Envelope.read(Api.CHAT, body.getBytes(UTF_8)).chargedPromptTokens();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"cache_control\":{\"type\":\"ephemeral\",\"ttl\":\"1h\"}",
        "\"tools\":[{\"name\":\"t\"},{\"name\":\"u\",\"cache_control\":{\"ttl\":\"1h\"}}]",
        "\"system\":[{\"type\":\"text\",\"text\":\"s\",\"cache_control\":{\"ttl\":\"1h\"}}]",
        "\"caching\":\"auto\",\"cache_ttl\":\"1h\"",
        "\"providerOptions\":{\"gateway\":{\"caching\":\"auto\",\"cacheTtl\":\"1h\"}}",
        "\"providerOptions\":{\"anthropic\":{\"cacheControl\":{\"ttl\":\"1h\"}}}",
      })
  void oneHourIsAskedForAtTheTop(String members) {
    assertThat(chat(members).asksOneHour()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          [{"type":"text","text":"x","cache_control":{"ttl":"1h"}}]                     | true
          [{"type":"tool_result","content":[{"type":"text","cache_control":{"ttl":"1h"}}]}] | true
          [{"type":"text","text":"x","cache_control":{"type":"ephemeral"}}]             | false
          [{"type":"text","text":"x","cache_control":{"ttl":"5m"}}]                     | false
          [{"type":"tool_use","input":{"cache_control":{"ttl":"1h"}}}]                  | false
          [{"type":"text","text":"\\"cache_control\\":{\\"ttl\\":\\"1h\\"}"}]           | false
          """)
  void oneHourIsAskedForInMessagesButNotInTheCallersData(String content, boolean asked) {
    String body =
        "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":" + content + "}]}";

    assertThat(Envelope.read(Api.MESSAGES, body.getBytes(UTF_8)).asksOneHour()).isEqualTo(asked);
  }

  @Test
  void aTtlWithoutCachingAsksForNothing() {
    assertThat(chat("\"cache_ttl\":\"1h\"").asksOneHour()).isFalse();
  }

  @Test
  void dayRetentionIsAskedForInEitherWay() {
    assertThat(chat("\"prompt_cache_retention\":\"24h\"").asksDayRetention()).isTrue();
    assertThat(chat("\"prompt_cache_retention\":\"in_memory\"").asksDayRetention()).isFalse();
    for (String provider : List.of("openai", "azure")) {
      String options = "{\"" + provider + "\":{\"promptCacheRetention\":\"24h\"}}";
      assertThat(chat("\"providerOptions\":" + options).asksDayRetention()).isTrue();
    }
  }

  @Test
  void aLargeBodyIsReadInReasonableTime() {
    String block =
        "{\"type\":\"image\",\"source\":{\"type\":\"base64\",\"data\":\""
            + "A".repeat(1 << 23)
            + "\"}}";
    String text = "{\"type\":\"text\",\"text\":\"" + "\\n\u00e9 word".repeat(1 << 20) + "\"}";
    byte[] body =
        ("{\"model\":\"m\",\"session_id\":\"s\",\"messages\":[{\"role\":\"user\",\"content\":["
                + block
                + ","
                + text
                + "]}]}")
            .getBytes(UTF_8);
    long start = System.nanoTime();

    Envelope envelope = Envelope.read(Api.MESSAGES, body);
    byte[] upstream = envelope.upstreamBody("n", false, false);

    assertThat(upstream).hasSize(body.length - "\"session_id\":\"s\",".length());
    assertThat(System.nanoTime() - start).isLessThan(10_000_000_000L);
  }
}

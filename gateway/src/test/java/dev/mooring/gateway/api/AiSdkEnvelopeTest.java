package dev.mooring.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.affinity.CacheMarker;
import dev.mooring.affinity.Sha256;
import dev.mooring.gateway.config.Api;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a request of the AI SDK says to the gateway. */
final class AiSdkEnvelopeTest {
  private static final AiSdkHead HEAD = new AiSdkHead("a/b \"c\"", true, 4);
  private static final String USER =
      "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"q\"}]}";

  private static Envelope read(String body) {
    return Envelope.readAiSdk(body.getBytes(UTF_8), HEAD);
  }

  private static Envelope prompt(String messages, String... members) {
    String more = members.length == 0 ? "" : String.join(",", members) + ",";
    return read("{" + more + "\"prompt\":[" + messages + "]}");
  }

  private static String text(Envelope envelope, boolean strip, @Nullable CacheMarking marking) {
    return new String(envelope.translatable(strip ? Envelope.ALL_STATE : 0, marking), UTF_8);
  }

  @Test
  void modelStreamAndVersionAreThoseOfTheHeaders() {
    Envelope envelope = prompt(USER);
    assertThat(envelope.model()).isEqualTo("a/b \"c\"");
    assertThat(envelope.stream()).isTrue();
    assertThat(envelope.callerVersion()).isEqualTo(4);
    assertThat(text(envelope, false, null))
        .isEqualTo("{\"model\":\"a/b \\\"c\\\"\",\"stream\":true,\"prompt\":[" + USER + "]}");
    assertThat(envelope.usageRequested()).isTrue();
  }

  @Test
  void headersAreReadOrRefused() {
    assertThat(head(" m ", "TRUE", " 2 ", 4)).isEqualTo(new AiSdkHead("m", true, 2));
    assertThat(head("m", null, null, 3)).isEqualTo(new AiSdkHead("m", false, 3));
    for (String model : new String[] {null, "  "}) {
      assertThatThrownBy(() -> head(model, "true", "4", 4))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("ai-language-model-id");
    }
    assertThatThrownBy(() -> head("m", "true", "5", 4))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("2, 3 or 4");
  }

  private static AiSdkHead head(
      @Nullable String model,
      @Nullable String streaming,
      @Nullable String version,
      int pathVersion) {
    Map<String, @Nullable String> headers = new HashMap<>();
    headers.put("ai-language-model-id", model);
    headers.put("ai-language-model-streaming", streaming);
    headers.put("ai-language-model-specification-version", version);
    return AiSdkHead.of(headers::get, pathVersion);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{",
        "{}",
        "{\"prompt\":null}",
        "{\"prompt\":\"text\"}",
        "{\"model\":1,\"prompt\":[]}"
      })
  void aBodyWithoutAPromptIsRefused(String body) {
    assertThatThrownBy(() -> read(body)).isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void optionsOfOpenAisStandForItsFields() {
    Envelope envelope =
        prompt(
            USER,
            "\"providerOptions\":{\"openai\":{\"promptCacheKey\":\"k\",\"promptCacheRetention\":"
                + "\"24h\",\"previousResponseId\":\"r\",\"conversation\":\"c\"},\"gateway\":"
                + "{\"sessionId\":\"s\"}}");
    assertThat(envelope.promptCacheKey()).isEqualTo("k");
    assertThat(envelope.asksDayRetention()).isTrue();
    assertThat(envelope.continuity().fixed()).containsExactly(Sha256.hex("r"), Sha256.hex("c"));
    assertThat(envelope.options().sessionId()).isEqualTo("s");
  }

  @Test
  void theOutputThatIsAskedForBoundsWhatIsReserved() {
    assertThat(prompt(USER, "\"maxOutputTokens\":77").maxOutputTokens()).isEqualTo(77);
    assertThat(prompt(USER).promptTokens()).isPositive();
    assertThat(prompt(USER + "," + USER).chargedPromptTokens())
        .isGreaterThan(prompt(USER).chargedPromptTokens());
  }

  @Test
  void theFingerprintIsThatOfTheSameConversationInOtherWords() {
    String chat =
        "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"rules\"},{\"role\":"
            + "\"user\",\"content\":\"q\"}],\"tools\":[{\"type\":\"function\",\"function\":{\"name\":"
            + "\"f\",\"description\":\"d\",\"parameters\":{\"type\":\"object\"}}}]}";
    Envelope same =
        prompt(
            "{\"role\":\"system\",\"content\":\"rules\"}," + USER,
            "\"tools\":[{\"type\":\"function\",\"name\":\"f\",\"description\":\"d\",\"inputSchema\":"
                + "{\"type\":\"object\"}}]");
    assertThat(same.fingerprint("t"))
        .isEqualTo(Envelope.read(Api.CHAT, chat.getBytes(UTF_8)).fingerprint("t"));
    assertThat(prompt("{\"role\":\"system\",\"content\":\"other\"}," + USER).fingerprint("t"))
        .isNotEqualTo(
            prompt("{\"role\":\"system\",\"content\":\"rules\"}," + USER).fingerprint("t"));
  }

  @Test
  void theFingerprintOfOtherApisLooksAtNoPrompt() {
    String one = "{\"model\":\"m\",\"messages\":[],\"prompt\":[" + USER + "]}";
    String two = "{\"model\":\"m\",\"messages\":[]}";
    assertThat(Envelope.read(Api.CHAT, one.getBytes(UTF_8)).fingerprint("t"))
        .isEqualTo(Envelope.read(Api.CHAT, two.getBytes(UTF_8)).fingerprint("t"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "call | {\"prompt\":[],@}",
        "message | {\"prompt\":[{\"role\":\"user\",\"content\":[],@}]}",
        "part | {\"prompt\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"q\",@}]}]}",
        "tool | {\"prompt\":[],\"tools\":[{\"type\":\"function\",\"name\":\"f\",@}]}",
        "output | {\"prompt\":[{\"role\":\"tool\",\"content\":[{\"type\":\"tool-result\",\"output\":{\"type\":\"content\",\"value\":[{\"type\":\"text\",\"text\":\"q\",@}]}}]}]}"
      })
  void aMarkerCountsWhereverItStands(String where, String body) {
    String hour =
        "\"providerOptions\":{\"anthropic\":{\"cacheControl\":{\"type\":\"ephemeral\",\"ttl\":\"1h\"}}}";
    Envelope marked = read(body.replace("@", hour));
    assertThat(marked.asksOneHour()).as(where).isTrue();
    assertThat(marked.marked()).as(where).isTrue();
    Envelope five = read(body.replace("@", hour.replace("1h", "5m")));
    assertThat(five.asksOneHour()).isFalse();
    assertThat(five.marked()).isTrue();
  }

  @Test
  void argumentsAndTextsMarkNothing() {
    Envelope envelope =
        prompt(
            "{\"role\":\"assistant\",\"content\":[{\"type\":\"tool-call\",\"input\":{\"providerOptions\":"
                + "{\"anthropic\":{\"cacheControl\":{\"ttl\":\"1h\"}}}}}]}");
    assertThat(envelope.asksOneHour()).isFalse();
    assertThat(envelope.marked()).isFalse();
  }

  private static final String THOUGHT =
      "{\"type\":\"reasoning\",\"text\":\"hm\",\"providerOptions\":{\"anthropic\":{\"signature\":"
          + "\"SIG\"}}}";
  private static final String ENCRYPTED =
      "{\"type\":\"reasoning\",\"text\":\"\",\"providerOptions\":{\"openai\":{\"itemId\":\"rs_1\","
          + "\"reasoningEncryptedContent\":\"ENC\"}}}";

  @Test
  void sealsAndUploadedFilesAreStateOfTheirAccount() {
    Envelope envelope =
        prompt(
            "{\"role\":\"user\",\"content\":[{\"type\":\"file\",\"data\":{\"type\":\"reference\","
                + "\"reference\":{\"openai\":\"file-1\"}}},{\"type\":\"file\",\"data\":\"file-2\"},"
                + "{\"type\":\"file\",\"data\":\"AAAA\"}]},{\"role\":\"assistant\",\"content\":["
                + THOUGHT
                + ","
                + ENCRYPTED
                + "]},{\"role\":\"tool\",\"content\":[{\"type\":\"tool-result\",\"output\":{\"type\":"
                + "\"content\",\"value\":[{\"type\":\"file-id\",\"fileId\":{\"openai\":\"file-3\"}}]}}]}");
    assertThat(envelope.continuity().fixed())
        .containsExactly(Sha256.hex("file-1"), Sha256.hex("file-2"), Sha256.hex("file-3"));
    assertThat(envelope.continuity().signatures()).containsExactly(Sha256.hex("SIG"));
    assertThat(envelope.continuity().encryptedReasoning()).containsExactly(Sha256.hex("ENC"));
  }

  @Test
  void thoughtsCanBeStripped() {
    String said = "{\"type\":\"text\",\"text\":\"a\"}";
    Envelope envelope =
        prompt(
            USER
                + ",{\"role\":\"assistant\",\"content\":["
                + THOUGHT
                + ","
                + said
                + "]},{\"role\":\"assistant\",\"content\":["
                + ENCRYPTED
                + "]}");
    assertThat(envelope.hasStrippableState()).isTrue();
    assertThat(text(envelope, true, null))
        .endsWith("\"prompt\":[" + USER + ",{\"role\":\"assistant\",\"content\":[" + said + "]}]}");
    assertThat(prompt(USER).hasStrippableState()).isFalse();
  }

  @Test
  void automaticMarkersStandAtTheEndOfMessages() {
    String system = "{\"role\":\"system\",\"content\":\"rules\"}";
    String answer = "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}";
    String marker = ",\"cache_control\":{\"type\":\"ephemeral\"}}";
    CacheMarking marking = new CacheMarking(CacheMarker.CACHE_CONTROL, false, List.of(), 0);
    assertThat(text(prompt(system + "," + USER + "," + answer + "," + USER), false, marking))
        .endsWith(
            "["
                + system
                + ","
                + USER
                + ","
                + answer.substring(0, answer.length() - 1)
                + marker
                + ","
                + USER.substring(0, USER.length() - 1)
                + marker
                + "]}");
    assertThat(text(prompt(system + "," + USER), false, marking))
        .contains("\"content\":\"rules\"" + marker);
  }
}

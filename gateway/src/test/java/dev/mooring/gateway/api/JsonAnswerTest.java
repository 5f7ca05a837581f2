package dev.mooring.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.mooring.affinity.Sha256;
import dev.mooring.gateway.config.Api;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a complete answer tells, and where the metadata goes in it. */
final class JsonAnswerTest {
  private static final String CHAT =
      "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion\",\"choices\":[{\"index\":0,\"message\":"
          + "{\"role\":\"assistant\",\"content\":\"hi\"},\"finish_reason\":\"stop\"}],\"usage\":"
          + "{\"prompt_tokens\":100,\"completion_tokens\":7,\"prompt_tokens_details\":"
          + "{\"cached_tokens\":64,\"cache_write_tokens\":30}}}";
  private static final String RESPONSES =
      "{\"id\":\"resp_1\",\"status\":\"completed\",\"error\":null,\"conversation\":{\"id\":\"c\"},"
          + "\"output\":[{\"type\":\"reasoning\",\"encrypted_content\":\"e1\"},{\"type\":\"message\","
          + "\"content\":[]},{\"encrypted_content\":\"e2\",\"type\":\"reasoning\"}],\"usage\":"
          + "{\"input_tokens\":90,\"input_tokens_details\":{\"cached_tokens\":80},"
          + "\"output_tokens\":5,\"output_tokens_details\":{\"reasoning_tokens\":3}}}";
  private static final String MESSAGES =
      "{\"id\":\"msg_1\",\"type\":\"message\",\"content\":[{\"type\":\"thinking\",\"thinking\":\"t\","
          + "\"signature\":\"s1\"},{\"type\":\"text\",\"text\":\"hi\"}],\"usage\":{\"input_tokens\":4,"
          + "\"cache_read_input_tokens\":100,\"cache_creation_input_tokens\":50,\"cache_creation\":"
          + "{\"ephemeral_5m_input_tokens\":20,\"ephemeral_1h_input_tokens\":30},"
          + "\"output_tokens\":9}}";

  private static JsonAnswer read(Api api, String body) {
    return JsonAnswer.read(api, body.getBytes(UTF_8));
  }

  private static @Nullable UpstreamError error(Api api, String body) {
    return read(api, body).error();
  }

  @Test
  void usageIsCountedAlikeForAllApis() {
    assertThat(read(Api.CHAT, CHAT).usage()).isEqualTo(new Usage(100, 64, 30, 0, 7));
    assertThat(read(Api.RESPONSES, RESPONSES).usage()).isEqualTo(new Usage(90, 80, 0, 0, 5));
    assertThat(read(Api.MESSAGES, MESSAGES).usage()).isEqualTo(new Usage(154, 100, 50, 30, 9));
    assertThat(read(Api.CHAT, "{\"usage\":null}").usage()).isNull();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          DeepSeek      | CHAT      | 9, 4, 0, 0, 1    | {"prompt_tokens":9,"prompt_cache_hit_tokens":4,"prompt_cache_miss_tokens":5,"completion_tokens":1}
          Moonshot      | CHAT      | 20, 10, 0, 0, 30 | {"prompt_tokens":20,"completion_tokens":30,"total_tokens":50,"cached_tokens":10,"completion_tokens_details":{"reasoning_tokens":22}}
          Alibaba       | CHAT      | 90, 40, 30, 0, 2 | {"prompt_tokens":90,"completion_tokens":2,"total_tokens":92,"prompt_tokens_details":{"cached_tokens":40,"cache_creation_input_tokens":30,"cache_creation":{"ephemeral_5m_input_tokens":30}}}
          xAI           | CHAT      | 12, 2, 0, 0, 229 | {"prompt_tokens":12,"completion_tokens":1,"total_tokens":241,"prompt_tokens_details":{"cached_tokens":2},"completion_tokens_details":{"reasoning_tokens":228}}
          xAI Responses | RESPONSES | 100, 20, 0, 0, 50 | {"input_tokens":100,"input_tokens_details":{"cached_tokens":20},"output_tokens":50,"output_tokens_details":{"reasoning_tokens":30},"total_tokens":150}
          Mistral       | CHAT      | 171, 128, 0, 0, 14 | {"prompt_tokens":171,"total_tokens":185,"completion_tokens":14,"prompt_tokens_details":{"cached_tokens":128}}
          Groq          | CHAT      | 45, 0, 0, 0, 7   | {"queue_time":0.04,"prompt_tokens":45,"prompt_time":0.001,"completion_tokens":7,"total_tokens":52}
          OpenAI        | CHAT      | 50, 20, 10, 0, 9 | {"prompt_tokens":50,"completion_tokens":9,"total_tokens":59,"prompt_tokens_details":{"cached_tokens":20,"cache_write_tokens":10},"completion_tokens_details":{"reasoning_tokens":5}}
          MiniMax       | MESSAGES  | 60, 20, 30, 0, 9 | {"input_tokens":10,"output_tokens":9,"cache_creation_input_tokens":30,"cache_read_input_tokens":20}
          """)
  void everyProvidersCountsAreRead(String provider, Api api, String counts, String usage) {
    long[] told =
        Arrays.stream(counts.split(",")).map(String::strip).mapToLong(Long::parseLong).toArray();
    assertThat(read(api, "{\"usage\":" + usage + "}").usage())
        .as(provider)
        .isEqualTo(new Usage(told[0], told[1], told[2], told[3], told[4]));
  }

  @Test
  void issuedStateIsToldByHash() {
    assertThat(read(Api.CHAT, CHAT).issued()).isEqualTo(Continuity.NONE);
    Continuity responses = read(Api.RESPONSES, RESPONSES).issued();
    assertThat(responses.fixed()).containsExactly(Sha256.hex("resp_1"), Sha256.hex("c"));
    assertThat(responses.encryptedReasoning()).containsExactly(Sha256.hex("e2"), Sha256.hex("e1"));
    assertThat(read(Api.MESSAGES, MESSAGES).issued().signatures())
        .containsExactly(Sha256.hex("s1"));
  }

  @Test
  void anErrorUnderASuccessStatusIsAnError() {
    assertThat(error(Api.CHAT, CHAT)).isNull();
    assertThat(error(Api.RESPONSES, RESPONSES)).isNull();
    assertThat(error(Api.MESSAGES, MESSAGES)).isNull();
    assertThat(error(Api.CHAT, "{\"error\":{\"message\":\"slow\",\"code\":429}}"))
        .isEqualTo(new UpstreamError(429, null, "429", "slow", null));
    assertThat(
            error(
                Api.RESPONSES,
                "{\"id\":\"r\",\"status\":\"failed\",\"error\":{\"code\":\"server_error\","
                    + "\"message\":\"oops\"}}"))
        .isEqualTo(new UpstreamError(500, null, "server_error", "oops", null));
    assertThat(
            error(
                Api.MESSAGES,
                "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"o\"}}"))
        .isEqualTo(new UpstreamError(529, "overloaded_error", null, "o", null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "\"x\"", "<html>", "{\"id\":1", "{} {}"})
  void whatIsNoJsonObjectIsMalformed(String body) {
    assertThatExceptionOfType(MalformedAnswerException.class)
        .isThrownBy(() -> read(Api.CHAT, body));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          MESSAGES  | {}                            | {P}
          MESSAGES  | { }                           | {P }
          MESSAGES  | ` {"a":1 } `                  | ` {"a":1,P } `
          RESPONSES | {"a":{"provider_metadata":1}} | {"a":{"provider_metadata":1},P}
          RESPONSES | {"provider_metadata": {"x":1} ,"a":2} | {"provider_metadata": {"g":[]} ,"a":2}
          CHAT      | {"choices":[]}                | {"choices":[],P}
          CHAT      | {"choices":[{"message":null}]}| {"choices":[{"message":null}],P}
          CHAT      | {"choices":[{"message":{}},{"message":{}}]} | {"choices":[{"message":{P}},{"message":{}}],P}
          CHAT      | {"choices":[ {"index":0,"message": {"content":"x"} } ] } | {"choices":[ {"index":0,"message": {"content":"x",P} } ],P }
          """)
  void theMetadataGoesWhereTheApiHasIt(Api api, String body, String expected) {
    byte[] placed = read(api, body).withMetadata("{\"g\":[]}".getBytes(UTF_8));

    assertThat(placed)
        .asString(UTF_8)
        .isEqualTo(expected.replace("P", "\"provider_metadata\":{\"g\":[]}"));
  }

  @Test
  void aLargeAnswerIsReadInReasonableTime() {
    String text = "w\u00f6rd\\n".repeat(1 << 21);
    String body = CHAT.replace("\"hi\"", "\"" + text + "\"");
    long start = System.nanoTime();

    byte[] placed = read(Api.CHAT, body).withMetadata("{}".getBytes(UTF_8));

    assertThat(placed)
        .hasSize(body.getBytes(UTF_8).length + 2 * ",\"provider_metadata\":{}".length());
    assertThat(System.nanoTime() - start).isLessThan(10_000_000_000L);
  }
}

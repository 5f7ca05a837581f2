package dev.mooring.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.config.Api;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the chunks of a Chat Completions stream mean. */
final class ChatStreamTest {
  private static final Meaning FINISH = new Meaning(false, true, false, false, false);

  private final StreamFixture stream = new StreamFixture(Api.CHAT);

  private static String chunk(String delta, String finish) {
    return "{\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":"
        + delta
        + ",\"finish_reason\":"
        + finish
        + "}],\"usage\":null}";
  }

  @Test
  void aWholeStreamIsFollowed() {
    assertThat(stream.data(chunk("{\"role\":\"assistant\",\"content\":\"\"}", "null")))
        .isEqualTo(Meaning.NOTHING);
    assertThat(stream.reader.outputSeen()).isFalse();
    assertThat(stream.data(chunk("{\"content\":\"a\"}", "null"))).isEqualTo(Meaning.OUTPUT);
    assertThat(stream.reader.outputSeen()).isTrue();
    assertThat(stream.data(chunk("{\"content\":\"b\"}", "null"))).isEqualTo(Meaning.NOTHING);
    assertThat(stream.reader.regularEnd()).isFalse();
    assertThat(stream.data(chunk("{}", "\"stop\""))).isEqualTo(FINISH);
    assertThat(stream.reader.regularEnd()).isTrue();
    assertThat(
            stream.data("{\"choices\":[],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":2}}"))
        .isEqualTo(new Meaning(false, false, true, false, false));
    assertThat(stream.data("[DONE]")).isEqualTo(new Meaning(false, false, false, true, false));
    assertThat(stream.reader.usage()).isEqualTo(new Usage(5, 0, 0, 0, 2));
    assertThat(stream.reader.error()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"content\":\"x\"}",
        "{\"refusal\":\"x\"}",
        "{\"reasoning\":\"x\"}",
        "{\"reasoning_content\":\"x\"}",
        "{\"tool_calls\":[{\"index\":0}]}",
        "{\"function_call\":{\"name\":\"f\"}}",
        "{\"content\":[{\"type\":\"text\"}]}"
      })
  void eachKindOfDeltaIsOutput(String delta) {
    assertThat(stream.data(chunk(delta, "null"))).isEqualTo(Meaning.OUTPUT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "null",
        "{\"role\":\"assistant\"}",
        "{\"content\":null,\"tool_calls\":[],\"function_call\":{}}"
      })
  void anEmptyDeltaIsNoOutput(String delta) {
    assertThat(stream.data(chunk(delta, "null"))).isEqualTo(Meaning.NOTHING);
  }

  @Test
  void commentsPingsAndPromptFiltersMeanNothing() {
    assertThat(stream.read(": OPENROUTER PROCESSING\n\n")).isEqualTo(Meaning.NOTHING);
    assertThat(stream.read("event: ping\n\n")).isEqualTo(Meaning.NOTHING);
    assertThat(stream.data("not json")).isEqualTo(Meaning.NOTHING);
    assertThat(stream.data("{\"choices\":[],\"prompt_filter_results\":[]}"))
        .isEqualTo(Meaning.NOTHING);
  }

  @Test
  void aRegularEndWithoutAnyDeltaIsOutput() {
    assertThat(stream.data(chunk("{}", "\"stop\"")))
        .isEqualTo(new Meaning(true, true, false, false, false));
    assertThat(stream.data("[DONE]")).isEqualTo(new Meaning(false, false, false, true, false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"choices\":[{\"delta\":{\"content\":\"x\"},\"finish_reason\":\"length\"}]}",
        "{\"choices\":[{\"delta\":{},\"finish_reason\"  :\t\"stop\" }]}",
        "{\"choices\":[{\"finish_reason\":null,\"delta\":{}},{\"finish_reason\":\"stop\"}]}",
        "{\"choices\":[{\"finish_reason\":\"null\"}]}"
      })
  void aFinishIsFoundAmidTheOutputInAnySpacing(String json) {
    stream.data(chunk("{\"content\":\"a\"}", "null"));

    assertThat(stream.data(json)).isEqualTo(FINISH);
  }

  @Test
  void theCallersTextIsNoFinish() {
    stream.data(chunk("{\"content\":\"a\"}", "null"));

    assertThat(stream.data(chunk("{\"content\":\"\\\"finish_reason\\\":\\\"stop\\\"\"}", " null")))
        .isEqualTo(Meaning.NOTHING);
    assertThat(stream.data(chunk("{\"content\":\"error\"}", "null\n"))).isEqualTo(Meaning.NOTHING);
    assertThat(stream.reader.regularEnd()).isFalse();
  }

  @Test
  void onlyTheFirstFinishHasTheMetadata() {
    assertThat(stream.data(chunk("{\"content\":\"a\"}", "\"stop\"")).metadataPlace()).isTrue();
    assertThat(stream.data(chunk("{}", "\"stop\"")).metadataPlace()).isFalse();
  }

  @Test
  void usageOnTheFinishOrOnAnyChunkCounts() {
    stream.data("{\"choices\":[{\"delta\":{\"content\":\"a\"}}],\"usage\":{\"prompt_tokens\":3}}");
    stream.data(
        "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}],"
            + "\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":8}}");

    assertThat(stream.reader.usage()).isEqualTo(new Usage(3, 0, 0, 0, 8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"error":{"message":"m","type":"server_error","code":null}}                 | 500
          {"error":{"message":"m","code":502},"choices":[{"finish_reason":"error"}]}  | 502
          {"error":{"message":"m","type":"rate_limit_error"}}                         | 429
          {"error" : "m"}                                                             | 500
          """)
  void anErrorChunkIsAnErrorBeforeAndAmidOutput(String json, int status) {
    StreamFixture later = new StreamFixture(Api.CHAT);
    later.data(chunk("{\"content\":\"a\"}", "null"));

    assertThat(stream.data(json)).isEqualTo(Meaning.ERROR);
    assertThat(later.data(json)).isEqualTo(Meaning.ERROR);
    assertThat(later.reader.error())
        .isNotNull()
        .extracting(UpstreamError::status)
        .isEqualTo(status);
    assertThat(stream.data("[DONE]").output()).isFalse();
    assertThat(stream.reader.regularEnd()).isFalse();
    assertThat(stream.reader.outputSeen()).isFalse();
  }

  @Test
  void anErrorEventInWordsIsAnError() {
    assertThat(stream.read("event: error\ndata: out of luck\n\n"))
        .isEqualTo(Meaning.UNREADABLE_ERROR);
    assertThat(stream.reader.error()).isNotNull();
  }

  @Test
  void theMetadataGoesToTheTopAndIntoTheDelta() {
    stream.read("id: 1\r\ndata:{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]} \r\n\r\n");

    assertThat(stream.placed("{}"))
        .isEqualTo(
            "id: 1\r\ndata:{\"choices\":[{\"delta\":{\"provider_metadata\":{}},\"finish_reason\":"
                + "\"stop\"}],\"provider_metadata\":{}} \r\n\r\n");
  }

  @Test
  void metadataInDataOfSeveralLinesMakesItOneLine() {
    stream.read("data: {\"choices\":[{\"delta\":{},\ndata: \"finish_reason\":\"stop\"}]}\n\n");

    assertThat(stream.placed("1"))
        .isEqualTo(
            "data: {\"choices\":[{\"delta\":{\"provider_metadata\":1}, \"finish_reason\":\"stop\"}],"
                + "\"provider_metadata\":1}\n\n");
  }

  @Test
  void theUsageChunkHasTheMetadataAtTheTop() {
    stream.data("{\"choices\":[],\"usage\":{\"prompt_tokens\":5}}");

    byte[] placed = stream.reader.usageWithMetadata(stream.events.get(0), "{}".getBytes(UTF_8));

    assertThat(placed)
        .asString(UTF_8)
        .isEqualTo(
            "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":5},\"provider_metadata\":{}}\n\n");
  }

  @Test
  void aBrokenStreamEndsWithAnErrorChunk() {
    byte[] failure = stream.reader.failure(ApiError.badGateway("gone"), "{}".getBytes(UTF_8));

    assertThat(failure)
        .asString(UTF_8)
        .isEqualTo(
            "data: {\"error\":{\"message\":\"gone\",\"type\":\"server_error\",\"param\":null,"
                + "\"code\":\"bad_gateway\"},\"provider_metadata\":{}}\n\n");
    assertThat(new StreamFixture(Api.CHAT).read(new String(failure, UTF_8)))
        .isEqualTo(Meaning.ERROR);
  }

  @Test
  void heartbeatsMeanNothingInAnyApi() {
    for (Api api : Api.values()) {
      StreamFixture any = new StreamFixture(api);
      assertThat(any.read(new String(StreamReader.heartbeat(api), UTF_8)))
          .isEqualTo(Meaning.NOTHING);
      assertThat(any.events).hasSize(1);
    }
  }

  @Test
  void anAnswerOfSeveralChoicesIsWholeWhenAllAre() {
    stream.data(choice(0, "null"));
    stream.data(choice(1, "null"));
    stream.data(choice(0, "\"stop\""));
    assertThat(stream.reader.regularEnd()).isFalse();
    stream.data(choice(1, "\"stop\""));
    assertThat(stream.reader.regularEnd()).isTrue();
    stream.data(choice(2, "null"));
    assertThat(stream.reader.regularEnd()).as("one more has begun").isFalse();
    stream.data("[DONE]");
    assertThat(stream.reader.regularEnd()).isTrue();
  }

  private static String choice(int index, String finish) {
    return "{\"choices\":[{\"index\": "
        + index
        + ",\"delta\":{\"content\":\"x\"},\"finish_reason\":"
        + finish
        + "}]}";
  }
}

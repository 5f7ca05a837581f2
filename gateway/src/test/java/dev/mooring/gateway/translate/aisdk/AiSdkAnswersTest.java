package dev.mooring.gateway.translate.aisdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.AnswerWarning;
import dev.mooring.gateway.translate.model.ModelAnswer;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.StopReason;
import dev.mooring.gateway.translate.model.TokenUsage;
import dev.mooring.gateway.translate.model.Tool;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers in the words of each specification version. */
class AiSdkAnswersTest {
  private static final TokenUsage USAGE = new TokenUsage(100, 60, 30, 0, 50, 20);
  private static final String HEAD =
      "data: {\"type\":\"stream-start\",\"warnings\":[]}\n\n"
          + "data: {\"type\":\"response-metadata\",\"id\":\"r\",\"modelId\":\"m\","
          + "\"timestamp\":\"2026-11-30T06:00:00Z\"}\n\n";
  private static final String V4_END =
      "\"finishReason\":{\"unified\":\"stop\"},\"usage\":{\"inputTokens\":{\"total\":100,"
          + "\"noCache\":10,\"cacheRead\":60,\"cacheWrite\":30},\"outputTokens\":{\"total\":50,"
          + "\"text\":30,\"reasoning\":20}}";

  private static AnswerContext context(int version) {
    return new AnswerContext(
        "m", "abc", Instant.parse("2026-11-30T06:00:00Z"), ModelRequest.of(List.of()), version);
  }

  private static String whole(
      int version, StopReason stop, @Nullable TokenUsage usage, Part... parts) {
    ModelAnswer answer = new ModelAnswer("r", "up", List.of(parts), stop, null, usage);
    return new String(
        new AiSdkWholeAnswerWriter().write(answer, context(version)), StandardCharsets.UTF_8);
  }

  private static String text(AiSdkAnswerWriter writer) {
    return new String(writer.take(), StandardCharsets.UTF_8);
  }

  @Test
  void usageAndReasonOfVersion2AreFlat() {
    assertThat(whole(2, StopReason.END, USAGE, new Part.Text("hi", null)))
        .isEqualTo(
            "{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}],\"finishReason\":\"stop\",\"usage\":"
                + "{\"inputTokens\":100,\"outputTokens\":50,\"totalTokens\":150,"
                + "\"reasoningTokens\":20,\"cachedInputTokens\":60},\"warnings\":[],\"response\":"
                + "{\"id\":\"r\",\"modelId\":\"m\",\"timestamp\":\"2026-11-30T06:00:00Z\"}}");
  }

  @ParameterizedTest
  @CsvSource({"3", "4", "0"})
  void usageAndReasonOfLaterVersionsAreObjectsWhoseInputIncludesTheCache(int version) {
    assertThat(whole(version, StopReason.END, USAGE, new Part.Text("hi", null)))
        .contains("[{\"type\":\"text\",\"text\":\"hi\"}]," + V4_END + ",\"warnings\"");
  }

  @Test
  void aFreeformToolIsGivenAJsonString() {
    ModelRequest plain = ModelRequest.of(List.of());
    Tool tool = new Tool.Function("sql", null, null, null, true, null);
    ModelRequest request =
        new ModelRequest(
            List.of(),
            List.of(tool),
            null,
            null,
            plain.sampling(),
            null,
            null,
            false,
            null,
            null,
            null,
            null,
            plain.options());
    AnswerContext context = new AnswerContext("m", "abc", Instant.EPOCH, request, 4);
    Part call = new Part.ToolCall("c", "sql", "{\"input\":\"a \\\"b\\\"\"}", null, null);
    ModelAnswer answer =
        new ModelAnswer("r", "up", List.of(call), StopReason.TOOL_CALLS, null, USAGE);
    AiSdkAnswerWriter stream = new AiSdkAnswerWriter(context);

    answer.play(stream);

    String given = "\"input\":\"\\\"a \\\\\\\"b\\\\\\\"\\\"\"";
    assertThat(
            new String(new AiSdkWholeAnswerWriter().write(answer, context), StandardCharsets.UTF_8))
        .contains(given);
    assertThat(text(stream))
        .contains("\"type\":\"tool-input-delta\",\"id\":\"c\",\"delta\":\"a \\\"b\\\"\"")
        .contains(given);
  }

  @Test
  void usageThatIsNotToldIsNotMadeUp() {
    assertThat(whole(4, StopReason.END, null))
        .contains("\"usage\":{\"inputTokens\":{},\"outputTokens\":{}}");
    assertThat(whole(2, StopReason.END, null)).contains("\"usage\":{}");
  }

  @ParameterizedTest
  @CsvSource({
    "END, stop",
    "STOP_SEQUENCE, stop",
    "PAUSE, stop",
    "MAX_TOKENS, length",
    "CONTEXT_WINDOW, length",
    "TOOL_CALLS, tool-calls",
    "REFUSAL, content-filter",
    "ERROR, error",
    "OTHER, other"
  })
  void everyStopReasonHasAFinishReason(StopReason stop, String reason) {
    assertThat(whole(4, stop, USAGE)).contains("{\"unified\":\"" + reason + "\"}");
    assertThat(whole(2, stop, USAGE)).contains("\"finishReason\":\"" + reason + "\"");
  }

  @Test
  void wordsOfARefusalAreTextThatWasFiltered() {
    assertThat(whole(4, StopReason.END, USAGE, new Part.Refusal("no")))
        .contains(
            "[{\"type\":\"text\",\"text\":\"no\"}],\"finishReason\":{\"unified\":\"content-filter\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "ANTHROPIC | false | {\"anthropic\":{\"signature\":\"S\"}}",
        "ANTHROPIC | true | {\"anthropic\":{\"redactedData\":\"S\"}}",
        "OPENAI | false | {\"openai\":{\"itemId\":\"rs_abc_0\",\"reasoningEncryptedContent\":\"S\"}}",
        "GOOGLE | false | {\"google\":{\"thoughtSignature\":\"S\"}}"
      })
  void aSealStandsWhereItsFamilysProviderHasIt(
      Signature.Family family, boolean redacted, String metadata) {
    Signature seal = new Signature(family, "S", redacted);
    assertThat(whole(4, StopReason.END, USAGE, new Part.Reasoning("hm", seal)))
        .contains(
            "[{\"type\":\"reasoning\",\"text\":\"hm\",\"providerMetadata\":" + metadata + "}]");
  }

  @Test
  void aCallsInputIsATextThatHoldsJson() {
    Signature seal = new Signature(Signature.Family.GOOGLE, "S");
    assertThat(
            whole(
                4,
                StopReason.TOOL_CALLS,
                USAGE,
                new Part.ToolCall("c", "t", "{\"a\": 1}", seal, null),
                new Part.ToolCall("d", "t", "", null, null)))
        .contains(
            "[{\"type\":\"tool-call\",\"toolCallId\":\"c\",\"toolName\":\"t\",\"input\":"
                + "\"{\\\"a\\\": 1}\",\"providerMetadata\":{\"google\":{\"thoughtSignature\":"
                + "\"S\"}}},{\"type\":\"tool-call\",\"toolCallId\":\"d\",\"toolName\":\"t\","
                + "\"input\":\"{}\"}]");
  }

  @Test
  void filesAreTaggedSinceVersion4() {
    Part.Media data =
        new Part.Media("image/png", new Part.Media.Source.Data("AAAA"), null, null, null);
    Part.Media url =
        new Part.Media("image/png", new Part.Media.Source.Url("https://x"), null, null, null);
    assertThat(whole(3, StopReason.END, USAGE, data))
        .contains("{\"type\":\"file\",\"mediaType\":\"image/png\",\"data\":\"AAAA\"}");
    assertThat(whole(4, StopReason.END, USAGE, data, url))
        .contains("\"data\":{\"type\":\"data\",\"data\":\"AAAA\"}")
        .contains("\"data\":{\"type\":\"url\",\"url\":\"https://x\"}");
  }

  @Test
  void pagesHaveIdsOfTheirOwn() {
    assertThat(
            whole(
                4,
                StopReason.END,
                USAGE,
                new Part.Source("https://a", "A"),
                new Part.Source("https://b", null)))
        .contains(
            "[{\"type\":\"source\",\"sourceType\":\"url\",\"id\":\"source-0\",\"url\":\"https://a\","
                + "\"title\":\"A\"},{\"type\":\"source\",\"sourceType\":\"url\",\"id\":"
                + "\"source-1\",\"url\":\"https://b\"}]");
  }

  @Test
  void anAnswerWithoutAnIdGetsTheRequests() {
    ModelAnswer answer = new ModelAnswer(null, null, List.of(), StopReason.END, null, null);
    assertThat(
            new String(
                new AiSdkWholeAnswerWriter().write(answer, context(4)), StandardCharsets.UTF_8))
        .contains("\"response\":{\"id\":\"abc\",\"modelId\":\"m\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "2 | {\"type\":\"other\",\"message\":\"topK: left out\"}",
        "3 | {\"type\":\"unsupported\",\"feature\":\"topK\",\"details\":\"left out\"}",
        "4 | {\"type\":\"unsupported\",\"feature\":\"topK\",\"details\":\"left out\"}"
      })
  void warningsComeFirstInAStreamAndAtTheEndOfADocument(int version, String first) {
    AnswerContext plain = context(version);
    AnswerContext context =
        new AnswerContext(
            plain.model(),
            plain.id(),
            plain.at(),
            plain.request(),
            version,
            List.of(
                new AnswerWarning("unsupported", "topK", "left out"),
                new AnswerWarning("other", "continuity", "moved")));
    String warnings =
        "\"warnings\":[" + first + ",{\"type\":\"other\",\"message\":\"continuity: moved\"}]";
    AiSdkAnswerWriter writer = new AiSdkAnswerWriter(context);
    writer.begin("r", "up", null);
    assertThat(text(writer)).startsWith("data: {\"type\":\"stream-start\"," + warnings + "}\n\n");
    ModelAnswer answer = new ModelAnswer(null, null, List.of(), StopReason.END, null, null);
    assertThat(
            new String(new AiSdkWholeAnswerWriter().write(answer, context), StandardCharsets.UTF_8))
        .contains(warnings);
  }

  @Test
  void everyDeltaIsToldAtOnce() {
    AiSdkAnswerWriter writer = new AiSdkAnswerWriter(context(4));
    writer.begin("r", "up", null);
    assertThat(text(writer)).isEqualTo(HEAD);
    writer.text(0, "");
    assertThat(text(writer)).isEqualTo("data: {\"type\":\"text-start\",\"id\":\"0\"}\n\n");
    writer.text(0, "h\"i\n");
    assertThat(text(writer))
        .isEqualTo("data: {\"type\":\"text-delta\",\"id\":\"0\",\"delta\":\"h\\\"i\\n\"}\n\n");
    assertThat(text(writer)).isEmpty();
    writer.close(0);
    assertThat(text(writer)).isEqualTo("data: {\"type\":\"text-end\",\"id\":\"0\"}\n\n");
    writer.finish(StopReason.END, null, USAGE);
    assertThat(text(writer)).isEqualTo("data: {\"type\":\"finish\"," + V4_END + "}\n\n");
  }

  @Test
  void aSealComesWithTheEndOfItsPart() {
    AiSdkAnswerWriter writer = new AiSdkAnswerWriter(context(4));
    writer.reasoning(0, "hm");
    writer.signature(0, new Signature(Signature.Family.ANTHROPIC, "half"));
    writer.signature(0, new Signature(Signature.Family.ANTHROPIC, "whole"));
    writer.close(0);
    assertThat(text(writer))
        .isEqualTo(
            "data: {\"type\":\"reasoning-start\",\"id\":\"0\"}\n\n"
                + "data: {\"type\":\"reasoning-delta\",\"id\":\"0\",\"delta\":\"hm\"}\n\n"
                + "data: {\"type\":\"reasoning-end\",\"id\":\"0\",\"providerMetadata\":"
                + "{\"anthropic\":{\"signature\":\"whole\"}}}\n\n");
  }

  @Test
  void parallelCallsInterleaveByTheirIds() {
    AiSdkAnswerWriter writer = new AiSdkAnswerWriter(context(4));
    writer.toolCall(0, "c", "t", null);
    writer.toolCall(1, "d", "u", null);
    writer.arguments(0, "{\"a\"");
    writer.arguments(1, "{}");
    writer.arguments(0, ":1}");
    writer.close(0);
    writer.close(1);
    assertThat(text(writer))
        .isEqualTo(
            "data: {\"type\":\"tool-input-start\",\"id\":\"c\",\"toolName\":\"t\"}\n\n"
                + "data: {\"type\":\"tool-input-start\",\"id\":\"d\",\"toolName\":\"u\"}\n\n"
                + "data: {\"type\":\"tool-input-delta\",\"id\":\"c\",\"delta\":\"{\\\"a\\\"\"}\n\n"
                + "data: {\"type\":\"tool-input-delta\",\"id\":\"d\",\"delta\":\"{}\"}\n\n"
                + "data: {\"type\":\"tool-input-delta\",\"id\":\"c\",\"delta\":\":1}\"}\n\n"
                + "data: {\"type\":\"tool-input-end\",\"id\":\"c\"}\n\n"
                + "data: {\"type\":\"tool-call\",\"toolCallId\":\"c\",\"toolName\":\"t\",\"input\":"
                + "\"{\\\"a\\\":1}\"}\n\n"
                + "data: {\"type\":\"tool-input-end\",\"id\":\"d\"}\n\n"
                + "data: {\"type\":\"tool-call\",\"toolCallId\":\"d\",\"toolName\":\"u\",\"input\":"
                + "\"{}\"}\n\n");
  }

  @ParameterizedTest
  @CsvSource({
    "401, , authentication_error",
    "400, , invalid_request_error",
    "413, , invalid_request_error",
    "429, , rate_limit_exceeded",
    "404, model_not_found, model_not_found",
    "404, , not_found",
    "500, , internal_server_error",
    "529, , internal_server_error",
    "424, , failed_dependency",
    "403, , forbidden"
  })
  void anErrorHasOneOfTheEightTypesThatTheClientKnows(int status, String code, String type) {
    AiSdkAnswerWriter writer = new AiSdkAnswerWriter(context(4));
    writer.fail(new UpstreamError(status, "x", code, "why", null));
    assertThat(text(writer))
        .startsWith(
            "data: {\"type\":\"error\",\"error\":{\"message\":\"why\",\"type\":\"" + type + "\"")
        .endsWith("}}\n\n");
  }
}

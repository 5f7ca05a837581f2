package dev.mooring.gateway.translate.gemini;

import static dev.mooring.gateway.translate.gemini.Asked.call;
import static dev.mooring.gateway.translate.gemini.Asked.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.translate.model.AnswerCollector;
import dev.mooring.gateway.translate.model.ModelAnswer;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.StopReason;
import dev.mooring.gateway.translate.model.StrictSink;
import dev.mooring.gateway.translate.model.TokenUsage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeminiAnswerTest {
  private static final Signature SEAL = new Signature(Signature.Family.GOOGLE, "c2VhbA==");

  @Test
  void neighbouringTextsAreOnePartWholeAndStreamed() {
    ModelAnswer whole =
        whole(parts("{\"text\":\"Hm. \",\"thought\":true},{\"text\":\"Hel\"},{\"text\":\"lo\"}"));

    assertThat(whole.parts()).containsExactly(new Part.Reasoning("Hm. ", null), text("Hello"));
    assertThat(whole.stop()).isEqualTo(StopReason.END);
    assertThat(
            streamed(
                piece("{\"text\":\"Hm. \",\"thought\":true}"),
                piece("{\"text\":\"Hel\"}"),
                piece("{\"text\":\"lo\"}"),
                last("{\"text\":\"\"}")))
        .isEqualTo(whole);
  }

  @Test
  void thoughtsAreCountedInTheOutputAndToolPromptsInTheInput() {
    ModelAnswer answer =
        whole(
            """
            {"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"STOP"}],
             "usageMetadata":{"promptTokenCount":100,"cachedContentTokenCount":80,
             "toolUsePromptTokenCount":20,"candidatesTokenCount":7,"thoughtsTokenCount":5,
             "totalTokenCount":132}}
            """);

    assertThat(answer.usage()).isEqualTo(new TokenUsage(120, 80, 0, 0, 12, 5));
  }

  @Test
  void theLastCountsOfAStreamCount() {
    ModelAnswer answer =
        streamed(
            "{\"candidates\":[],\"usageMetadata\":{\"trafficType\":\"ON_DEMAND\"}}",
            "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"a\"}]}}],"
                + "\"usageMetadata\":{\"promptTokenCount\":9,\"candidatesTokenCount\":1}}",
            "{\"candidates\":[{\"finishReason\":\"STOP\"}],"
                + "\"usageMetadata\":{\"promptTokenCount\":9,\"candidatesTokenCount\":3}}");

    assertThat(answer.usage()).isEqualTo(new TokenUsage(9, 0, 0, 0, 3, 0));
  }

  @ParameterizedTest
  @CsvSource({
    "STOP, END",
    "MAX_TOKENS, MAX_TOKENS",
    "SAFETY, REFUSAL",
    "RECITATION, REFUSAL",
    "BLOCKLIST, REFUSAL",
    "PROHIBITED_CONTENT, REFUSAL",
    "SPII, REFUSAL",
    "IMAGE_SAFETY, REFUSAL",
    "MALFORMED_FUNCTION_CALL, ERROR",
    "UNEXPECTED_TOOL_CALL, ERROR",
    "OTHER, ERROR",
    "SOMETHING_NEW, OTHER"
  })
  void finishReasonsAreReasonsToStop(String finish, StopReason stop) {
    assertThat(whole("{\"candidates\":[{\"finishReason\":\"" + finish + "\"}]}").stop())
        .isEqualTo(stop);
  }

  @Test
  void stopWithACallMeansThatToolsAreToBeCalled() {
    assertThat(whole(parts("{\"functionCall\":{\"name\":\"f\"}}")).stop())
        .isEqualTo(StopReason.TOOL_CALLS);
  }

  @Test
  void aBlockedPromptIsARefusal() {
    String blocked = "{\"promptFeedback\":{\"blockReason\":\"SAFETY\"}}";

    assertThat(whole(blocked).stop()).isEqualTo(StopReason.REFUSAL);
    assertThat(streamed(blocked).stop()).isEqualTo(StopReason.REFUSAL);
  }

  @Test
  void callsGetIdsFromTheAnswersId() {
    String two =
        "{\"functionCall\":{\"name\":\"f\",\"args\":{\"b\":1.0,\"a\":2}}},"
            + "{\"functionCall\":{\"name\":\"f\",\"args\":{}}}";

    List<Part> whole = whole(parts(two)).parts();

    Part.ToolCall first = (Part.ToolCall) whole.get(0);
    Part.ToolCall second = (Part.ToolCall) whole.get(1);
    assertThat(first.id()).matches("call_[a-zA-Z0-9]{24}").isNotEqualTo(second.id());
    assertThat(first.arguments()).isEqualTo("{\"b\":1.0,\"a\":2}");
    assertThat(streamed(piece(two), last("{\"text\":\"\"}")).parts()).isEqualTo(whole);
  }

  @Test
  void callsOfAnswersWithoutIdsHaveOtherIdsEachTime() {
    String answer =
        "{\"candidates\":[{\"content\":{\"parts\":[{\"functionCall\":{\"name\":\"f\"}}]}}]}";

    assertThat(whole(answer).parts()).isNotEqualTo(whole(answer).parts());
  }

  @Test
  void anIdThatGeminiGivesStays() {
    assertThat(whole(parts("{\"functionCall\":{\"id\":\"x1\",\"name\":\"f\"}}")).parts())
        .containsExactly(call("x1", "f", "{}"));
  }

  @Test
  void sealsStayOnCallsAndThoughtsAndFollowTextsAsEmptyReasoning() {
    String seal = "\"thoughtSignature\":\"c2VhbA==\"";

    List<Part> parts =
        whole(
                parts(
                    "{\"text\":\"Hm.\",\"thought\":true,"
                        + seal
                        + "},"
                        + "{\"text\":\"Hello\","
                        + seal
                        + "},"
                        + "{\"functionCall\":{\"id\":\"x\",\"name\":\"f\"},"
                        + seal
                        + "}"))
            .parts();

    assertThat(parts)
        .containsExactly(
            new Part.Reasoning("Hm.", SEAL),
            text("Hello"),
            new Part.Reasoning("", SEAL),
            new Part.ToolCall("x", "f", "{}", SEAL, null));
    assertThat(
            streamed(piece("{\"text\":\"Hello\"}"), last("{\"text\":\"\"," + seal + "}")).parts())
        .containsExactly(text("Hello"), new Part.Reasoning("", SEAL));
  }

  @Test
  void argumentsThatComePieceByPieceAreOneObject() {
    List<Part> parts =
        streamed(
                piece("{\"functionCall\":{\"id\":\"x\",\"name\":\"cook\",\"willContinue\":true}}"),
                partial("$.title", "\"stringValue\":\"La\\\"sa\",\"willContinue\":true"),
                partial("$.title", "\"stringValue\":\"gna\""),
                partial("$.steps[0].text", "\"stringValue\":\"Boil\""),
                partial("$.steps[0].minutes", "\"numberValue\":12.50"),
                partial("$.steps[1].text", "\"stringValue\":\"\""),
                partial("$.done", "\"boolValue\":false"),
                partial("$['odd.name']", "\"nullValue\":\"NULL_VALUE\""),
                last("{\"functionCall\":{}}"))
            .parts();

    assertThat(parts)
        .containsExactly(
            call(
                "x",
                "cook",
                "{\"title\":\"La\\\"sagna\",\"steps\":[{\"text\":\"Boil\",\"minutes\":12.50},"
                    + "{\"text\":\"\"}],\"done\":false,\"odd.name\":null}"));
  }

  @Test
  void theNextCallEndsTheOneBefore() {
    List<Part> parts =
        streamed(
                piece("{\"functionCall\":{\"id\":\"x\",\"name\":\"f\",\"willContinue\":true}}"),
                piece("{\"functionCall\":{\"id\":\"y\",\"name\":\"g\",\"willContinue\":true}}"),
                partial("$.a", "\"stringValue\":\"1\""),
                last("{\"text\":\"Done\"}"))
            .parts();

    assertThat(parts)
        .containsExactly(call("x", "f", "{}"), call("y", "g", "{\"a\":\"1\"}"), text("Done"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a", "$", "$.a[", "$.a[x]", "$.a[99999999999]", "$.a['b", "$a", "$.b[5000]"})
  void aPathThatIsNoneIsRefused(String path) {
    assertThatExceptionOfType(MalformedAnswerException.class)
        .isThrownBy(
            () ->
                streamed(
                    piece("{\"functionCall\":{\"name\":\"f\",\"willContinue\":true}}"),
                    partial(path, "\"numberValue\":1")));
  }

  @Test
  void argumentsThatGoBackAreRefused() {
    assertThatExceptionOfType(MalformedAnswerException.class)
        .isThrownBy(
            () ->
                streamed(
                    piece("{\"functionCall\":{\"name\":\"f\",\"willContinue\":true}}"),
                    partial("$.a.b", "\"numberValue\":1"),
                    partial("$.c", "\"numberValue\":1"),
                    partial("$.a.d", "\"numberValue\":1")));
  }

  @Test
  void imagesArePartsAndPagesAreSources() {
    ModelAnswer answer =
        whole(
            """
            {"candidates":[{"content":{"parts":[{"text":"a"},
              {"inlineData":{"mimeType":"image/png","data":"iVBO"}},
              {"executableCode":{"code":"1"}},{"thought":true,"inlineData":{"data":"x"}}]},
             "finishReason":"STOP","groundingMetadata":{"groundingChunks":[
              {"web":{"uri":"https://a.example","title":"A"}},{"web":{"uri":"https://a.example"}},
              {"maps":{"uri":"https://b.example"}},{"retrievedContext":{"uri":"gs://x"}}]}}]}
            """);

    assertThat(answer.parts())
        .containsExactly(
            text("a"),
            new Part.Media("image/png", new Part.Media.Source.Data("iVBO"), null, null, null),
            new Part.Source("https://a.example", "A"),
            new Part.Source("https://b.example", null));
  }

  @Test
  void otherCandidatesAreNotTold() {
    assertThat(
            whole(
                    "{\"candidates\":[{\"index\":1,\"content\":{\"parts\":[{\"text\":\"b\"}]}},"
                        + "{\"content\":{\"parts\":[{\"text\":\"a\"}]},\"finishReason\":\"STOP\"}]}")
                .parts())
        .containsExactly(text("a"));
  }

  @Test
  void aStreamWithoutAFinishReasonIsCut() {
    AnswerCollector told = new AnswerCollector();

    feed(told, sse(piece("{\"text\":\"Hel\"}")));

    assertThat(told.answer()).isNull();
    assertThat(told.error()).isNull();
  }

  @Test
  void anErrorInAStreamIsTold() {
    String error =
        "{\"error\":{\"code\":503,\"message\":\"overloaded\",\"status\":\"UNAVAILABLE\"}}";
    for (String stream :
        List.of(sse(piece("{\"text\":\"a\"}"), error), sse("[" + error + "]"), "[" + error + "]")) {
      AnswerCollector told = new AnswerCollector();

      feed(told, stream);

      UpstreamError heard = Objects.requireNonNull(told.error());
      assertThat(heard.status()).isEqualTo(503);
      assertThat(heard.message()).isEqualTo("overloaded");
      assertThat(told.answer()).isNull();
    }
  }

  @Test
  void aStreamThatIsAJsonArrayIsReadToo() {
    String[] pieces = {
      piece("{\"text\":\"a }]\\\" b\"}"), last("{\"functionCall\":{\"name\":\"f\"}}")
    };
    String array = "[" + String.join("\n,\r\n", pieces) + "\n]";
    AnswerCollector told = new AnswerCollector();
    GeminiAnswerParser parser = new GeminiAnswerParser(new StrictSink(told));
    for (byte b : array.getBytes(StandardCharsets.UTF_8)) {
      parser.feed(new byte[] {b});
    }
    parser.end();

    assertThat(told.answer()).isEqualTo(streamed(pieces));
  }

  @Test
  void howTheStreamIsCutChangesNothing() {
    String stream =
        sse(
            piece("{\"text\":\"H\\u00e4 \",\"thought\":true}"),
            piece("{\"functionCall\":{\"id\":\"x\",\"name\":\"f\",\"willContinue\":true}}"),
            partial("$.a", "\"stringValue\":\"ü\""),
            last("{\"functionCall\":{}}"));
    AnswerCollector whole = new AnswerCollector();
    feed(whole, stream);
    byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);

    for (int cut = 1; cut < bytes.length; cut++) {
      AnswerCollector told = new AnswerCollector();
      GeminiAnswerParser parser = new GeminiAnswerParser(new StrictSink(told));
      parser.feed(Arrays.copyOf(bytes, cut));
      parser.feed(Arrays.copyOfRange(bytes, cut, bytes.length));
      parser.end();
      assertThat(told.answer()).isEqualTo(whole.answer()).isNotNull();
    }
  }

  @Test
  void whatIsNoAnswerIsRefused() {
    for (String body : List.of("", "{", "[]", "3", "{}", "{\"candidates\":[]}", "{\"error\":{}}")) {
      assertThatExceptionOfType(MalformedAnswerException.class)
          .as(body)
          .isThrownBy(() -> whole(body));
    }
  }

  @Test
  void hostileAnswersNeverFailOtherwise() {
    String seed =
        parts(
                "{\"text\":\"Hm.\",\"thought\":true,\"thoughtSignature\":\"x\"},"
                    + "{\"functionCall\":{\"name\":\"f\",\"partialArgs\":[{\"jsonPath\":\"$.a[0].b\","
                    + "\"stringValue\":\"v\",\"willContinue\":true}],\"willContinue\":true}},"
                    + "{\"inlineData\":{\"mimeType\":\"image/png\",\"data\":\"iV\"}}")
            .replace(
                "\"usageMetadata\"",
                "\"promptFeedback\":{\"blockReason\":\"X\"},\"usageMetadata\"");
    String[] values = {"null", "[]", "{}", "-1", "1e999", "99999999999999999999", "\"\"", "true"};
    Random random = new Random(4);
    List<String> tokens =
        new ArrayList<>(List.of(seed.split("(?<=[:,\\[{}\\]])|(?=[:,\\[{}\\]])")));
    int refused = 0;
    for (int i = 0; i < 4000; i++) {
      List<String> changed = new ArrayList<>(tokens);
      for (int n = 0; n <= random.nextInt(3); n++) {
        int at = random.nextInt(changed.size());
        if (random.nextBoolean()) {
          changed.set(at, values[random.nextInt(values.length)]);
        } else {
          changed.remove(at);
        }
      }
      String body = String.join("", changed);
      refused += refuses(() -> whole(body)) ? 1 : 0;
      refused += refuses(() -> streamed(body)) ? 1 : 0;
    }
    assertThat(refused).isBetween(1, 7999);
  }

  /** Whether reading ends in the one exception that it may end in. */
  private static boolean refuses(Runnable reading) {
    try {
      reading.run();
      return false;
    } catch (MalformedAnswerException expected) {
      return true;
    }
  }

  private static ModelAnswer whole(String body) {
    return new GeminiAnswerReader().read(body.getBytes(StandardCharsets.UTF_8));
  }

  private static ModelAnswer streamed(String... responses) {
    AnswerCollector told = new AnswerCollector();
    feed(told, sse(responses));
    return Objects.requireNonNull(told.answer());
  }

  private static void feed(AnswerCollector told, String stream) {
    GeminiAnswerParser parser = new GeminiAnswerParser(new StrictSink(told));
    parser.feed(stream.getBytes(StandardCharsets.UTF_8));
    parser.end();
  }

  private static String sse(String... responses) {
    StringBuilder stream = new StringBuilder();
    for (String response : responses) {
      stream.append("data: ").append(response.replace("\n", " ")).append("\r\n\r\n");
    }
    return stream.toString();
  }

  private static String piece(String parts) {
    return response(parts, "");
  }

  private static String last(String parts) {
    return response(parts, ",\"finishReason\":\"STOP\"");
  }

  private static String parts(String parts) {
    return last(parts);
  }

  private static String partial(String path, String value) {
    return piece(
        "{\"functionCall\":{\"partialArgs\":[{\"jsonPath\":\""
            + path
            + "\","
            + value
            + "}],\"willContinue\":true}}");
  }

  private static String response(String parts, String more) {
    return "{\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":["
        + parts
        + "]}"
        + more
        + "}],\"usageMetadata\":{\"promptTokenCount\":9,\"candidatesTokenCount\":3},"
        + "\"modelVersion\":\"gemini-3-pro\",\"responseId\":\"r1\"}";
  }
}

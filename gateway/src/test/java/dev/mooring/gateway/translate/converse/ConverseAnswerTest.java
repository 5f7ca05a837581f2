package dev.mooring.gateway.translate.converse;

import static dev.mooring.gateway.translate.converse.Asked.call;
import static dev.mooring.gateway.translate.converse.Asked.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.mooring.gateway.api.Frames;
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

class ConverseAnswerTest {
  private static final String START = "messageStart {\"role\":\"assistant\"}";
  private static final String STOP = "messageStop {\"stopReason\":\"end_turn\"}";
  private static final String COUNTS =
      "metadata {\"usage\":{\"inputTokens\":5,\"outputTokens\":3,\"totalTokens\":8}}";

  @Test
  void blocksArePartsWholeAndStreamed() {
    ModelAnswer whole =
        whole(
            "tool_use",
            """
            {"reasoningContent":{"reasoningText":{"text":"Hm.","signature":"EqQB"}}},
            {"reasoningContent":{"redactedContent":"zzz"}},
            {"text":"Hello"},
            {"toolUse":{"toolUseId":"t1","name":"f","input":{"b":1.0,"a":2}}},
            {"toolUse":{"toolUseId":"t2","name":"g"}}
            """);

    assertThat(whole.parts())
        .containsExactly(
            new Part.Reasoning("Hm.", new Signature(Signature.Family.ANTHROPIC, "EqQB")),
            new Part.Reasoning("", new Signature(Signature.Family.ANTHROPIC, "zzz", true)),
            text("Hello"),
            call("t1", "f", "{\"b\":1.0,\"a\":2}"),
            call("t2", "g", "{}"));
    assertThat(whole.stop()).isEqualTo(StopReason.TOOL_CALLS);
    assertThat(
            streamed(
                START,
                delta(0, "\"reasoningContent\":{\"text\":\"H\"}"),
                delta(0, "\"reasoningContent\":{\"text\":\"m.\"}"),
                delta(0, "\"reasoningContent\":{\"signature\":\"EqQB\"}"),
                stop(0),
                delta(1, "\"reasoningContent\":{\"redactedContent\":\"zzz\"}"),
                stop(1),
                delta(2, "\"text\":\"Hel\""),
                delta(2, "\"text\":\"lo\""),
                stop(2),
                start(3, "t1", "f"),
                delta(3, "\"toolUse\":{\"input\":\"{\\\"b\\\":1.0,\"}"),
                delta(3, "\"toolUse\":{\"input\":\"\\\"a\\\":2}\"}"),
                stop(3),
                start(4, "t2", "g"),
                stop(4),
                "messageStop {\"stopReason\":\"tool_use\"}",
                COUNTS))
        .isEqualTo(whole);
  }

  @ParameterizedTest
  @CsvSource({
    "end_turn, END",
    "stop_sequence, STOP_SEQUENCE",
    "max_tokens, MAX_TOKENS",
    "tool_use, TOOL_CALLS",
    "content_filtered, REFUSAL",
    "guardrail_intervened, REFUSAL",
    "model_context_window_exceeded, CONTEXT_WINDOW",
    "malformed_model_output, ERROR",
    "malformed_tool_use, ERROR",
    "something_new, OTHER"
  })
  void stopReasonsAreReasonsToStop(String reason, StopReason stop) {
    assertThat(whole(reason, "{\"text\":\"a\"}").stop()).isEqualTo(stop);
    assertThat(streamed(START, "messageStop {\"stopReason\":\"" + reason + "\"}", COUNTS).stop())
        .isEqualTo(stop);
  }

  @Test
  void theInputCountsWhatTheCacheReadAndWrote() {
    String usage =
        "{\"inputTokens\":5,\"cacheReadInputTokens\":100,\"cacheWriteInputTokens\":50,"
            + "\"cacheDetails\":[{\"ttl\":\"1h\",\"inputTokens\":30},"
            + "{\"ttl\":\"5m\",\"inputTokens\":20}],\"outputTokens\":3}";

    assertThat(streamed(START, STOP, "metadata {\"usage\":" + usage + "}").usage())
        .isEqualTo(new TokenUsage(155, 100, 50, 30, 3, 0));
    assertThat(read(body("end_turn", "", usage)).usage())
        .isEqualTo(new TokenUsage(155, 100, 50, 30, 3, 0));
  }

  @Test
  void theStopSequenceIsToldWhereClaudeTellsIt() {
    String fields = "\"additionalModelResponseFields\":";

    assertThat(
            streamed(
                    START,
                    "messageStop {\"stopReason\":\"stop_sequence\","
                        + fields
                        + "{\"delta\":{\"stop_sequence\":\"END\"}}}",
                    COUNTS)
                .stopSequence())
        .isEqualTo("END");
    assertThat(
            read(body("stop_sequence", "", "{}")
                    .replace(
                        "{\"output\"", "{" + fields + "{\"stop_sequence\":\"END\"},\"output\""))
                .stopSequence())
        .isEqualTo("END");
  }

  @Test
  void anAnswerThatCameAsACallIsText() {
    ModelAnswer whole =
        whole(
            "tool_use",
            "{\"toolUse\":{\"toolUseId\":\"t\",\"name\":\"answer_in_json\","
                + "\"input\":{\"a\":1.0}}}");

    assertThat(whole.parts()).containsExactly(text("{\"a\":1.0}"));
    assertThat(whole.stop()).isEqualTo(StopReason.END);
    assertThat(
            streamed(
                START,
                start(0, "t", "answer_in_json"),
                delta(0, "\"toolUse\":{\"input\":\"{\\\"a\\\":1.0}\"}"),
                stop(0),
                "messageStop {\"stopReason\":\"tool_use\"}",
                COUNTS))
        .isEqualTo(whole);
  }

  @Test
  void anAnswerBesideCallsLeavesThemToBeCalled() {
    ModelAnswer answer =
        whole(
            "tool_use",
            "{\"toolUse\":{\"toolUseId\":\"t\",\"name\":\"answer_in_json\",\"input\":{}}},"
                + "{\"toolUse\":{\"toolUseId\":\"u\",\"name\":\"f\",\"input\":{}}}");

    assertThat(answer.stop()).isEqualTo(StopReason.TOOL_CALLS);
  }

  @Test
  void imagesArePartsAndCitedPagesAreSources() {
    ModelAnswer answer =
        whole(
            "end_turn",
            """
            {"image":{"format":"png","source":{"bytes":"iVBO"}}},
            {"citationsContent":{"content":[{"text":"As "},{"text":"said"}],"citations":[
             {"title":"A","location":{"web":{"url":"https://a.example"}}},
             {"title":"D","location":{"documentPage":{"documentIndex":0}}}]}},
            {"somethingNew":{}}
            """);

    assertThat(answer.parts())
        .containsExactly(
            new Part.Media("image/png", new Part.Media.Source.Data("iVBO"), null, null, null),
            text("As said"),
            new Part.Source("https://a.example", "A"));
    assertThat(
            streamed(
                    START,
                    delta(0, "\"text\":\"a\""),
                    delta(
                        0,
                        "\"citation\":{\"title\":\"A\","
                            + "\"location\":{\"web\":{\"url\":\"https://a.example\"}}}"),
                    stop(0),
                    STOP,
                    COUNTS)
                .parts())
        .containsExactly(text("a"), new Part.Source("https://a.example", "A"));
  }

  @Test
  void countsMayComeBeforeTheStopOrNever() {
    assertThat(streamed(START, COUNTS, STOP).usage()).isEqualTo(new TokenUsage(5, 0, 0, 0, 3, 0));
    assertThat(streamed(START, STOP).usage()).isNull();
  }

  @Test
  void aStreamWithoutAStopIsCut() {
    AnswerCollector told = new AnswerCollector();

    feed(told, START, delta(0, "\"text\":\"Hel\""), COUNTS);

    assertThat(told.answer()).isNull();
    assertThat(told.error()).isNull();
  }

  @Test
  void anExceptionInTheStreamIsTheErrorAndTheEnd() {
    AnswerCollector told = new AnswerCollector();
    ConverseAnswerParser parser = new ConverseAnswerParser(new StrictSink(told));
    parser.feed(frame(START));
    parser.feed(Frames.exception("throttlingException", "{\"message\":\"slow down\"}"));
    parser.feed(frame(STOP));
    parser.feed(frame(COUNTS));
    parser.end();

    UpstreamError error = Objects.requireNonNull(told.error());
    assertThat(error.status()).isEqualTo(429);
    assertThat(error.message()).isEqualTo("slow down");
    assertThat(told.answer()).isNull();
  }

  @Test
  void aStreamThatEndsWithinAFrameIsRefused() {
    AnswerCollector told = new AnswerCollector();
    ConverseAnswerParser parser = new ConverseAnswerParser(new StrictSink(told));
    parser.feed(frame(STOP));
    parser.feed(Arrays.copyOf(frame(COUNTS), 20));

    assertThatExceptionOfType(MalformedAnswerException.class).isThrownBy(parser::end);
    assertThat(told.answer()).isNull();
  }

  @Test
  void howTheStreamIsCutChangesNothing() {
    String[] events = {START, delta(0, "\"text\":\"gr\u00fc\u00df\""), stop(0), STOP, COUNTS};
    byte[] bytes =
        Frames.joined(Arrays.stream(events).map(ConverseAnswerTest::frame).toArray(byte[][]::new));
    ModelAnswer whole = streamed(events);

    for (int cut = 1; cut < bytes.length; cut++) {
      AnswerCollector told = new AnswerCollector();
      ConverseAnswerParser parser = new ConverseAnswerParser(new StrictSink(told));
      parser.feed(Arrays.copyOf(bytes, cut));
      parser.feed(Arrays.copyOfRange(bytes, cut, bytes.length));
      parser.end();
      assertThat(told.answer()).isEqualTo(whole).isNotNull();
    }
  }

  @Test
  void argumentsOfNoCallAreRefused() {
    assertThatExceptionOfType(MalformedAnswerException.class)
        .isThrownBy(() -> streamed(START, delta(0, "\"toolUse\":{\"input\":\"{}\"}")));
  }

  @Test
  void whatIsNoAnswerIsRefused() {
    for (String body : List.of("", "{", "3", "{}", "[]", "{\"output\":{\"message\":{}}}")) {
      assertThatExceptionOfType(MalformedAnswerException.class)
          .as(body)
          .isThrownBy(() -> read(body));
    }
    assertThatExceptionOfType(MalformedAnswerException.class)
        .isThrownBy(() -> streamed("messageStart {"));
  }

  @Test
  void hostileStreamsNeverFailOtherwise() {
    String[] events = {
      START,
      delta(0, "\"reasoningContent\":{\"text\":\"H\"}"),
      delta(0, "\"reasoningContent\":{\"signature\":\"E\"}"),
      stop(0),
      start(1, "t", "f"),
      delta(1, "\"toolUse\":{\"input\":\"{}\"}"),
      delta(1, "\"text\":\"a\""),
      stop(1),
      STOP,
      COUNTS
    };
    String[] values = {"null", "[]", "{}", "-1", "1e999", "99999999999999999999", "\"\"", "true"};
    Random random = new Random(4);
    int refused = 0;
    for (int i = 0; i < 4000; i++) {
      List<String> changed = new ArrayList<>(List.of(events));
      for (int n = 0; n <= random.nextInt(4); n++) {
        int at = random.nextInt(changed.size());
        String[] words = changed.get(at).split("(?<=[:, \\[{}\\]])|(?=[:, \\[{}\\]])");
        switch (random.nextInt(4)) {
          case 0 -> changed.add(random.nextInt(changed.size()), changed.remove(at));
          case 1 -> changed.add(at, changed.get(at));
          default -> {
            words[random.nextInt(words.length)] = values[random.nextInt(values.length)];
            changed.set(at, String.join("", words));
          }
        }
      }
      try {
        feed(new AnswerCollector(), changed.toArray(String[]::new));
      } catch (MalformedAnswerException expected) {
        refused++;
      }
    }
    assertThat(refused).isBetween(1, 3999);
  }

  private static ModelAnswer whole(String stopReason, String blocks) {
    return read(body(stopReason, blocks, "{\"inputTokens\":5,\"outputTokens\":3}"));
  }

  private static String body(String stopReason, String blocks, String usage) {
    return "{\"output\":{\"message\":{\"role\":\"assistant\",\"content\":["
        + blocks
        + "]}},\"stopReason\":\""
        + stopReason
        + "\",\"usage\":"
        + usage
        + "}";
  }

  private static ModelAnswer read(String body) {
    return new ConverseAnswerReader().read(body.getBytes(StandardCharsets.UTF_8));
  }

  private static ModelAnswer streamed(String... events) {
    AnswerCollector told = new AnswerCollector();
    feed(told, events);
    return Objects.requireNonNull(told.answer());
  }

  private static void feed(AnswerCollector told, String... events) {
    ConverseAnswerParser parser = new ConverseAnswerParser(new StrictSink(told));
    for (String event : events) {
      parser.feed(frame(event));
    }
    parser.end();
  }

  /** The frame of an event that is written as its type, a space and its payload. */
  private static byte[] frame(String event) {
    int space = Math.max(0, event.indexOf(' '));
    String type = event.substring(0, space);
    return Frames.event(type.isEmpty() ? "unknown" : type, event.substring(space));
  }

  private static String start(int index, String id, String name) {
    return "contentBlockStart {\"contentBlockIndex\":"
        + index
        + ",\"start\":{\"toolUse\":{\"toolUseId\":\""
        + id
        + "\",\"name\":\""
        + name
        + "\"}}}";
  }

  private static String delta(int index, String delta) {
    return "contentBlockDelta {\"contentBlockIndex\":" + index + ",\"delta\":{" + delta + "}}";
  }

  private static String stop(int index) {
    return "contentBlockStop {\"contentBlockIndex\":" + index + "}";
  }
}

package dev.mooring.gateway.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.eventstream.Message;

/** What a caller sees of the simulated Converse: answers, frames, usage, cache, keys, faults. */
final class ConverseTest {
  private static final String PATH = "/model/us.amazon.nova-2-lite-v1%3A0/converse";
  private static final String STREAM = PATH + "-stream";
  private static final String LONG = "word ".repeat(1200);
  private static final String POINT = ",{\"cachePoint\":{\"type\":\"default\",\"ttl\":\"1h\"}}";

  @RegisterExtension
  final RunningSimulator running = new RunningSimulator(SimulatedKey.of("a", "key-a"));

  @Test
  void anAnswerTellsContentStopAndUsage() {
    running
        .simulator()
        .credential("a")
        .reply(Reply.saying("one two").withReasoning().withToolCall("w", "{\"a\":1}"), 1);
    JsonNode body = running.calls().ok(PATH, "key-a", hello(""));
    JsonNode content = body.at("/output/message/content");

    assertThat(content.at("/0/reasoningContent/reasoningText/signature").asText()).isNotEmpty();
    assertThat(content.at("/1/text").asText()).isEqualTo("one two");
    assertThat(content.at("/2/toolUse/input/a").asInt()).isEqualTo(1);
    assertThat(body.path("stopReason").asText()).isEqualTo("tool_use");
    assertThat(body.at("/usage/inputTokens").asInt()).isEqualTo(1);
    assertThat(body.at("/usage/totalTokens").asInt())
        .isEqualTo(1 + body.at("/usage/outputTokens").asInt());
    assertThat(running.last().model()).isEqualTo("us.amazon.nova-2-lite-v1:0");
    assertThat(running.last().api()).isEqualTo(SimulatedApi.CONVERSE);
  }

  @Test
  void aCachePointWritesOnceAndIsReadThen() {
    JsonNode one = running.calls().ok(PATH, "key-a", user(LONG, POINT)).path("usage");
    JsonNode two = running.calls().ok(PATH, "key-a", user(LONG, POINT)).path("usage");

    assertThat(one.path("cacheWriteInputTokens").asInt()).isEqualTo(1500);
    assertThat(one.at("/cacheDetails/0/ttl").asText()).isEqualTo("1h");
    assertThat(one.at("/cacheDetails/0/inputTokens").asInt()).isEqualTo(1500);
    assertThat(one.path("inputTokens").asInt()).isZero();
    assertThat(two.path("cacheReadInputTokens").asInt()).isEqualTo(1500);
    assertThat(two.path("cacheWriteInputTokens").asInt()).isZero();
    assertThat(running.calls().ok(PATH, "key-a", user(LONG, "")).at("/usage/inputTokens").asInt())
        .isEqualTo(1500);
  }

  @Test
  void aStreamBeginsOnlyToolBlocksAndTellsUsageLast() {
    running
        .simulator()
        .credential("a")
        .reply(Reply.saying("one two").withReasoning().withToolCall("w", "{\"a\":1}"), 1);
    HttpResponse<byte[]> response = running.calls().postForBytes(STREAM, "key-a", hello(""));
    List<Message> frames = Frames.of(response.body());

    assertThat(response.headers().firstValue("content-type"))
        .contains("application/vnd.amazon.eventstream");
    assertThat(frames.stream().map(frame -> Frames.kind(frame).substring("event ".length())))
        .containsExactly(
            "messageStart",
            "contentBlockDelta",
            "contentBlockDelta",
            "contentBlockStop",
            "contentBlockDelta",
            "contentBlockDelta",
            "contentBlockStop",
            "contentBlockStart",
            "contentBlockDelta",
            "contentBlockDelta",
            "contentBlockStop",
            "messageStop",
            "metadata");
    assertThat(Frames.json(frames.get(5)).at("/delta/text").asText()).isEqualTo(" two");
    assertThat(Frames.json(frames.get(7)).at("/start/toolUse/name").asText()).isEqualTo("w");
    assertThat(
            Frames.json(frames.get(8)).at("/delta/toolUse/input").asText()
                + Frames.json(frames.get(9)).at("/delta/toolUse/input").asText())
        .isEqualTo("{\"a\":1}");
    assertThat(Frames.json(frames.get(11)).path("stopReason").asText()).isEqualTo("tool_use");
    assertThat(Frames.json(frames.get(12)).at("/usage/outputTokens").asInt()).isPositive();
  }

  @Test
  void anErrorIsNamedInAHeader() {
    running.simulator().credential("a").fault(Fault.status(429));
    HttpResponse<String> response = running.calls().post(PATH, "key-a", hello(""));

    assertThat(response.statusCode()).isEqualTo(429);
    assertThat(response.headers().firstValue("x-amzn-ErrorType").orElse(""))
        .startsWith("ThrottlingException:");
    assertThat(SimulatorCalls.json(response.body()).path("message").asText()).isNotEmpty();
  }

  @Test
  void aStreamFailsByAnExceptionFrame() {
    running
        .simulator()
        .credential("a")
        .fault(
            Fault.of(FaultKind.ERROR_EVENT, 2)
                .withError("ModelStreamErrorException", null, "It broke."));
    List<Message> frames =
        Frames.of(running.calls().postForBytes(STREAM, "key-a", hello("")).body());

    assertThat(frames).hasSize(3);
    assertThat(Frames.kind(frames.get(2))).isEqualTo("exception modelStreamErrorException");
    assertThat(Frames.json(frames.get(2)).path("message").asText()).isEqualTo("It broke.");
  }

  @Test
  void aFrameIsCutOrGarbled() {
    running
        .simulator()
        .credential("a")
        .fault(Fault.of(FaultKind.END_WITHIN_EVENT, 2))
        .fault(Fault.of(FaultKind.GARBLED_EVENT, 2));
    byte[] cut = running.calls().postForBytes(STREAM, "key-a", hello("")).body();
    byte[] garbled = running.calls().postForBytes(STREAM, "key-a", hello("")).body();

    assertThat(Frames.of(cut)).hasSize(2);
    assertThat(cut).hasSizeGreaterThan(Frames.of(cut).stream().mapToInt(Frames::size).sum());
    assertThatThrownBy(() -> Frames.of(garbled)).hasMessageContaining("checksum");
  }

  @Test
  void commentsStayOutOfFrames() {
    running.simulator().credential("a").fault(Fault.of(FaultKind.COMMENTS));

    assertThat(Frames.of(running.calls().postForBytes(STREAM, "key-a", hello("")).body()))
        .hasSize(24);
  }

  @Test
  void aKeyThatIsUnknownIsRefused() {
    HttpResponse<String> unknown = running.calls().post(PATH, "nobody", hello(""));
    HttpResponse<String> none = running.calls().postWith(PATH, hello(""), "x-a", "b");

    assertThat(unknown.statusCode()).isEqualTo(403);
    assertThat(unknown.headers().firstValue("x-amzn-errortype").orElse(""))
        .startsWith("UnrecognizedClientException");
    assertThat(none.headers().firstValue("x-amzn-errortype").orElse(""))
        .startsWith("MissingAuthenticationTokenException");
  }

  @Test
  void aModelIdIsPercentEncoded() {
    String bare = "/model/us.amazon.nova-2-lite-v1:0/converse";

    assertThat(running.calls().post(bare, "key-a", hello("")).statusCode()).isEqualTo(404);
  }

  @Test
  void theReasoningOfAnotherProviderIsRefused() {
    String history =
        ",{\"role\":\"assistant\",\"content\":[{\"reasoningContent\":{\"reasoningText\":"
            + "{\"text\":\"x\",\"signature\":\"foreign\"}}}]},"
            + "{\"role\":\"user\",\"content\":[{\"text\":\"go\"}]}";

    assertThat(running.calls().refused(400, PATH, "key-a", hello(history)).path("message").asText())
        .contains("Invalid `signature`");
    assertThat(new String(running.last().body(), StandardCharsets.UTF_8)).contains("foreign");
  }

  private static String hello(String more) {
    String user = user("hi", "");
    return user.substring(0, user.length() - 2) + more + "]}";
  }

  private static String user(String text, String more) {
    return "{\"messages\":[{\"role\":\"user\",\"content\":[{\"text\":\""
        + text
        + "\"}"
        + more
        + "]}]}";
  }
}

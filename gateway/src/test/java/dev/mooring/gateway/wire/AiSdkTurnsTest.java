package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import dev.mooring.gateway.simulator.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Turns of the AI SDK's clients, of every version and with every dialect. */
class AiSdkTurnsTest extends ForeignTargets {
  private static final String TOOLS =
      "{\"prompt\":[{\"role\":\"system\",\"content\":\"rules\"},{\"role\":\"user\",\"content\":["
          + "{\"type\":\"text\",\"text\":\"what weather?\"}]}],\"tools\":[{\"type\":\"function\","
          + "\"name\":\"weather\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"city\":"
          + "{\"type\":\"string\"}}}}],\"toolChoice\":{\"type\":\"auto\"}}";

  private static Stream<Arguments> all() {
    return IntStream.rangeClosed(2, 4)
        .boxed()
        .flatMap(
            version -> DIALECTS.stream().map(dialect -> Arguments.of(new AiSdk(version), dialect)));
  }

  @ParameterizedTest(name = "{0} to {1}")
  @MethodSource("all")
  void aDocumentHasContentReasonUsageAndMetadata(AiSdk client, String dialect) {
    Answer answer = client.call(wire, "to-" + dialect, false, AiSdk.HELLO);

    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    JsonNode json = answer.json();
    assertThat(json.path("content").path(0).path("type").asText()).isEqualTo("text");
    assertThat(json.path("content").path(0).path("text").asText()).isNotBlank();
    assertThat(json.path("warnings").isArray()).isTrue();
    assertThat(json.path("response").path("modelId").asText()).isEqualTo("to-" + dialect);
    assertThat(AiSdk.routing(answer).path("finalProvider").asText()).isEqualTo(dialect);
    assertThat(json.path("providerMetadata").path("gateway").path("cost").asDouble()).isPositive();
    assertThat(json.has("provider_metadata")).isFalse();
    ends(client, json);
  }

  private static void ends(AiSdk client, JsonNode end) {
    JsonNode usage = end.path("usage");
    if (client.version() == 2) {
      assertThat(end.path("finishReason").asText()).isEqualTo("stop");
      assertThat(usage.path("inputTokens").asInt()).isPositive();
      assertThat(usage.path("totalTokens").asInt())
          .isEqualTo(usage.path("inputTokens").asInt() + usage.path("outputTokens").asInt());
    } else {
      assertThat(end.path("finishReason").path("unified").asText()).isEqualTo("stop");
      assertThat(usage.path("inputTokens").path("total").asInt()).isPositive();
      assertThat(usage.path("outputTokens").path("total").asInt()).isPositive();
    }
  }

  @ParameterizedTest(name = "{0} to {1}")
  @MethodSource("all")
  void aStreamIsPartsWithoutNamesAndEndsWithFinish(AiSdk client, String dialect) {
    Answer answer = client.call(wire, "to-" + dialect, true, AiSdk.HELLO);

    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(answer.header("content-type")).startsWith("text/event-stream");
    assertThat(answer.events()).allMatch(event -> event.name().isEmpty());
    List<String> types = AiSdk.types(answer);
    assertThat(types).startsWith("stream-start", "response-metadata", "text-start", "text-delta");
    assertThat(types).endsWith("text-delta", "text-end", "finish");
    assertThat(types).as("many deltas").hasSizeGreaterThan(10);
    JsonNode finish = AiSdk.parts(answer, "finish").get(0);
    ends(client, finish);
    assertThat(AiSdk.routing(answer).path("finalProvider").asText()).isEqualTo(dialect);
    assertThat(AiSdk.parts(answer, "response-metadata").get(0).path("modelId").asText())
        .isEqualTo("to-" + dialect);
    assertThat(wire.received(1)).isEmpty();
  }

  @ParameterizedTest(name = "{0} to {1}")
  @MethodSource("all")
  void aCallOfAToolIsToldAndItsResultIsTaken(AiSdk client, String dialect) {
    Reply call = Reply.saying("I look.").withToolCall("weather", "{\"city\":\"Oslo\"}");
    wire.simulator(0).credential("k").reply(call, 2);

    Answer document = client.call(wire, "to-" + dialect, false, TOOLS);
    Answer stream = client.call(wire, "to-" + dialect, true, TOOLS);

    JsonNode told = document.json().path("content").path(1);
    JsonNode streamed = AiSdk.parts(stream, "tool-call").get(0);
    for (JsonNode one : List.of(told, streamed)) {
      assertThat(one.path("type").asText()).isEqualTo("tool-call");
      assertThat(one.path("toolName").asText()).isEqualTo("weather");
      assertThat(Answer.parse(bytes(one.path("input").asText())))
          .isEqualTo(Answer.parse(bytes("{\"city\":\"Oslo\"}")));
      assertThat(one.path("toolCallId").asText()).isNotBlank();
    }
    assertThat(AiSdk.types(stream))
        .containsSubsequence(
            "text-end", "tool-input-start", "tool-input-delta", "tool-input-end", "tool-call");
    assertThat(document.json().path("finishReason").toString()).contains("tool-calls");
    Answer after = client.call(wire, "to-" + dialect, false, next(told));
    assertThat(after.status()).as(after.text()).isEqualTo(200);
    assertThat(after.json().path("finishReason").toString()).contains("stop");
  }

  /** The next turn's body: the call as it was told, and what the tool gave. */
  private static String next(JsonNode call) {
    String id = call.path("toolCallId").asText();
    String options =
        call.has("providerMetadata") ? ",\"providerOptions\":" + call.get("providerMetadata") : "";
    String turn =
        ",{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"I look.\"},{\"type\":"
            + "\"tool-call\",\"toolCallId\":\"%1$s\",\"toolName\":\"weather\",\"input\":{\"city\":"
            + "\"Oslo\"}%2$s}]},{\"role\":\"tool\",\"content\":[{\"type\":\"tool-result\","
            + "\"toolCallId\":\"%1$s\",\"toolName\":\"weather\",\"output\":{\"type\":\"json\","
            + "\"value\":{\"temp\":1.50}}}]}]";
    return TOOLS.replaceFirst(
        "]}],\"tools\"",
        java.util.regex.Matcher.quoteReplacement(
            "]}" + turn.formatted(id, options) + ",\"tools\""));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  @ParameterizedTest(name = "{0} to {1}")
  @MethodSource("all")
  void thoughtsComeBackWithTheirSeals(AiSdk client, String dialect) {
    wire.simulator(0).credential("k").reply(Reply.saying("So.").withReasoning(), 1);
    Answer answer = client.call(wire, "to-" + dialect, true, AiSdk.HELLO);
    ArrayNode said = AiSdk.said(answer);
    List<String> seals = seals(said);
    assertThat(seals.isEmpty()).as(answer.text()).isEqualTo(dialect.equals("chat"));
    String body =
        AiSdk.HELLO.replace(
            "]}]}",
            "]},{\"role\":\"assistant\",\"content\":"
                + said
                + "},{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"and?\"}]}]}");
    wire.simulator(0).clearRequests();
    Answer next = client.call(wire, "to-" + dialect, false, body);
    assertThat(next.status()).as(next.text()).isEqualTo(200);
    assertThat(AiSdk.routing(next).path("finalProvider").asText()).isEqualTo(dialect);
    String received = wire.received(0).get(0).bodyText();
    assertThat(seals).allMatch(received::contains);
  }

  /** The seals on parts; ids are none. */
  private static List<String> seals(ArrayNode parts) {
    List<String> seals = new ArrayList<>();
    for (String name : List.of("signature", "reasoningEncryptedContent", "thoughtSignature")) {
      seals.addAll(parts.findValuesAsText(name));
    }
    return seals;
  }

  @ParameterizedTest(name = "{0} to {1}")
  @MethodSource("all")
  void aStreamThatBreaksEndsWithAnErrorThatTheClientKnows(AiSdk client, String dialect) {
    wire.simulator(0)
        .credential("k")
        .fault(Fault.of(FaultKind.END_AFTER_EVENTS, SampleTurn.AFTER_OUTPUT));
    Answer answer = client.call(wire, "to-" + dialect, true, AiSdk.HELLO);
    List<String> types = AiSdk.types(answer);
    assertThat(types).endsWith("error").doesNotContain("finish");
    JsonNode error = AiSdk.parts(answer, "error").get(0);
    assertThat(error.path("error").path("message").asText()).isNotBlank();
    assertThat(error.path("error").path("type").asText()).isEqualTo("internal_server_error");
    assertThat(AiSdk.routing(answer).path("finalProvider").asText()).isEqualTo(dialect);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void aProvidersErrorWithinAStreamIsTheLastPart(int version) {
    wire.simulator(0)
        .credential("k")
        .fault(
            Fault.of(FaultKind.ERROR_EVENT, SampleTurn.AFTER_OUTPUT)
                .withError("overloaded_error", null, "too much"));
    Answer answer = new AiSdk(version).call(wire, "to-messages", true, AiSdk.HELLO);
    assertThat(AiSdk.types(answer)).endsWith("error").doesNotContain("finish");
    assertThat(AiSdk.parts(answer, "error")).hasSize(1);
    JsonNode error = AiSdk.parts(answer, "error").get(0).path("error");
    assertThat(error.path("message").asText()).isEqualTo("too much");
    assertThat(error.path("type").asText()).isEqualTo("internal_server_error");
    assertThat(AiSdk.routing(answer).isMissingNode()).isFalse();
  }

  @Test
  void aSessionOfTheOptionsKeepsItsProvider() {
    AiSdk client = new AiSdk(4);
    String body =
        AiSdk.HELLO.replaceFirst(
            "\\{", "{\"providerOptions\":{\"gateway\":{\"sessionId\":\"ai sdk\"}},");
    Answer first = client.call(wire, "to-messages", true, body);
    assertThat(AiSdk.routing(first).path("affinity").path("outcome").asText()).isEqualTo("no_pin");
    Answer second = client.call(wire, "to-messages", false, body);
    JsonNode routing = AiSdk.routing(second);
    assertThat(routing.path("affinity").path("outcome").asText()).isEqualTo("confirmed");
    assertThat(routing.path("clientSessionId").asText()).isEqualTo("ai sdk");
    assertThat(routing.path("clientSessionIdSource").asText()).isEqualTo("explicit");
    assertThat(second.header("x-mooring-session-id")).isEqualTo("ai sdk");
  }

  @Test
  void theHeadersInTheBodyAreNotSentOn() {
    String body = AiSdk.HELLO.replaceFirst("\\{", "{\"headers\":{\"x-secret\":\"s3cr3t\"},");
    new AiSdk(4).call(wire, "to-chat", false, body);
    assertThat(wire.received(0).get(0).bodyText()).doesNotContain("s3cr3t", "headers");
    assertThat(wire.received(0).get(0).headers().toString())
        .doesNotContain("s3cr3t", "ai-language-model");
  }

  @ParameterizedTest
  @ValueSource(strings = {"chat", "responses", "messages"})
  void theSameRequestGivesTheSameBytes(String dialect) {
    new AiSdk(4).call(wire, "to-" + dialect, true, TOOLS, "x-bf-session-affinity", "off");
    new AiSdk(4).call(wire, "to-" + dialect, true, TOOLS, "x-bf-session-affinity", "off");
    assertThat(wire.received(0).get(0).bodyText()).isEqualTo(wire.received(0).get(1).bodyText());
  }

  @Test
  void whatCannotBeCarriedIsAWarningOfTheAnswerToo() {
    String body = AiSdk.HELLO.replaceFirst("\\{", "{\"ofTomorrow\":1,");
    Answer document = new AiSdk(4).call(wire, "to-messages", false, body);
    Answer stream = new AiSdk(4).call(wire, "to-messages", true, body);
    for (JsonNode holder : List.of(document.json(), AiSdk.parts(stream, "stream-start").get(0))) {
      assertThat(holder.path("warnings").findValuesAsText("feature"))
          .as(holder.toString())
          .contains("ofTomorrow");
    }
    assertThat(document.json().at("/providerMetadata/gateway/warnings/0/feature").asText())
        .isEqualTo("ofTomorrow");
  }

  @Test
  void anUnknownVersionOrAMissingModelIsRefused() {
    Answer version =
        new AiSdk(4)
            .call(
                wire,
                "to-chat",
                false,
                AiSdk.HELLO,
                "ai-language-model-specification-version",
                "9");
    assertThat(version.status()).isEqualTo(400);
    assertThat(version.json().path("error").path("param").asText())
        .isEqualTo("ai-language-model-specification-version");
    Answer model = wire.post("/v4/ai/language-model", AiSdk.HELLO);
    assertThat(model.status()).isEqualTo(400);
    assertThat(model.json().path("error").path("param").asText()).isEqualTo("ai-language-model-id");
    assertThat(model.json().path("error").path("type").asText()).isEqualTo("invalid_request_error");
  }

  @Test
  void thePathTellsTheVersionWhereTheHeaderDoesNot() {
    Answer answer =
        wire.post("/v1/ai/language-model", AiSdk.HELLO, "ai-language-model-id", "to-chat");
    assertThat(answer.json().path("finishReason").asText()).isEqualTo("stop");
  }
}

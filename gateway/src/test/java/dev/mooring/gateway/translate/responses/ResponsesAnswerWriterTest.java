package dev.mooring.gateway.translate.responses;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.StopReason;
import dev.mooring.gateway.translate.model.TokenUsage;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponsesAnswerWriterTest {
  private static final String REQUEST =
      """
      {"model":"the-model","instructions":"Be brief.","input":"hi","temperature":0.5,
       "max_output_tokens":100,"reasoning":{"effort":"low","summary":"auto"},
       "parallel_tool_calls":false,"metadata":{"team":"a"},"tool_choice":"required",
       "tools":[{"type":"function","name":"look","parameters":{"type":"object"}},
        {"type":"custom","name":"patch"},
        {"type":"namespace","name":"agents","tools":[{"type":"function","name":"spawn"}]}]}
      """;

  private final ResponsesAnswerWriter writer = new ResponsesAnswerWriter(context(REQUEST));

  @Test
  void aTextIsAMessageOfOneContentWithAllEventsOfIt() {
    writer.begin(null, null, null);
    writer.text(0, "Hel");
    writer.text(0, "lo");
    writer.close(0);
    writer.finish(StopReason.END, null, null);
    List<SentEvent> events = events();
    StrictStream.check(events);
    assertThat(events)
        .extracting(SentEvent::type)
        .containsExactly(
            "response.created",
            "response.in_progress",
            "response.output_item.added",
            "response.content_part.added",
            "response.output_text.delta",
            "response.output_text.delta",
            "response.output_text.done",
            "response.content_part.done",
            "response.output_item.done",
            "response.completed");
  }

  @Test
  void aDeltaIsWrittenAtOnce() {
    writer.begin(null, null, null);
    writer.text(0, "a");
    writer.take();
    writer.text(0, "b\"\n");
    assertThat(new String(writer.take(), UTF_8))
        .isEqualTo(
            "event: response.output_text.delta\n"
                + "data: {\"type\":\"response.output_text.delta\",\"sequence_number\":5,"
                + "\"item_id\":\"msg_id1_0\",\"output_index\":0,\"content_index\":0,"
                + "\"delta\":\"b\\\"\\n\",\"logprobs\":[]}\n\n");
  }

  @Test
  void thoughtsAreASummaryAndTheirSealIsEncryptedContent() {
    writer.begin(null, null, null);
    writer.reasoning(0, "Hm");
    writer.reasoning(0, "m.");
    writer.signature(0, new Signature(Signature.Family.ANTHROPIC, "s1"));
    writer.close(0);
    writer.finish(StopReason.END, null, null);
    List<SentEvent> events = events();
    JsonNode item = StrictStream.check(events).path("output").path(0);
    assertThat(events)
        .extracting(SentEvent::type)
        .startsWith(
            "response.created",
            "response.in_progress",
            "response.output_item.added",
            "response.reasoning_summary_part.added",
            "response.reasoning_summary_text.delta",
            "response.reasoning_summary_text.delta",
            "response.reasoning_summary_text.done",
            "response.reasoning_summary_part.done",
            "response.output_item.done");
    assertThat(item.path("summary").path(0).path("text").textValue()).isEqualTo("Hmm.");
    assertThat(item.path("encrypted_content").textValue()).isEqualTo("anthropic:s1");
  }

  @Test
  void withheldThoughtsHaveNoSummary() {
    writer.begin(null, null, null);
    writer.signature(0, new Signature(Signature.Family.ANTHROPIC, "data", true));
    writer.close(0);
    JsonNode item = finished(StopReason.END).path("output").path(0);
    assertThat(item.path("summary")).isEmpty();
    assertThat(item.path("encrypted_content").textValue()).isEqualTo("anthropic-redacted:data");
  }

  @Test
  void aCallHasAnIdOfItsItemAndTheIdOfTheCall() {
    writer.begin(null, null, null);
    writer.toolCall(0, "toolu_1", "look", null);
    writer.arguments(0, "{\"a\":");
    writer.arguments(0, "1}");
    writer.close(0);
    JsonNode item = finished(StopReason.TOOL_CALLS).path("output").path(0);
    assertThat(item.path("type").textValue()).isEqualTo("function_call");
    assertThat(item.path("id").textValue()).isEqualTo("fc_id1_0");
    assertThat(item.path("call_id").textValue()).isEqualTo("toolu_1");
    assertThat(item.path("arguments").textValue()).isEqualTo("{\"a\":1}");
  }

  @Test
  void aCallWithoutArgumentsHasAnEmptyObject() {
    writer.begin(null, null, null);
    writer.toolCall(0, "toolu_1", "look", null);
    writer.close(0);
    writer.finish(StopReason.TOOL_CALLS, null, null);
    List<SentEvent> events = events();
    StrictStream.check(events);
    assertThat(events)
        .extracting(SentEvent::type)
        .contains("response.function_call_arguments.delta");
    assertThat(events.get(events.size() - 1).data().at("/response/output/0/arguments").textValue())
        .isEqualTo("{}");
  }

  @Test
  void theCallOfAToolThatTakesBareTextIsACustomCallWhoseInputStreams() {
    writer.begin(null, null, null);
    writer.toolCall(0, "toolu_1", "patch", null);
    writer.take();
    writer.arguments(0, "{\"input\": \"*** Be");
    assertThat(events().get(0).data().path("delta").textValue()).isEqualTo("*** Be");
    writer.arguments(0, "gin\\n\"}");
    assertThat(events().get(0).data().path("delta").textValue()).isEqualTo("gin\n");
    writer.close(0);
    writer.finish(StopReason.TOOL_CALLS, null, null);
    List<SentEvent> rest = events();
    JsonNode item = rest.get(rest.size() - 1).data().at("/response/output/0");
    assertThat(item.path("type").textValue()).isEqualTo("custom_tool_call");
    assertThat(item.path("input").textValue()).isEqualTo("*** Begin\n");
  }

  @Test
  void theCallOfAToolInANamespaceNamesBoth() {
    writer.begin(null, null, null);
    writer.toolCall(0, "toolu_1", new ToolName("agents", "spawn").flat(), null);
    writer.close(0);
    JsonNode item = finished(StopReason.TOOL_CALLS).path("output").path(0);
    assertThat(item.path("name").textValue()).isEqualTo("spawn");
    assertThat(item.path("namespace").textValue()).isEqualTo("agents");
  }

  @Test
  void theSealOfACallGoesBeforeItAsThoughtsWithoutWords() {
    writer.begin(null, null, null);
    writer.toolCall(0, "call_1", "look", new Signature(Signature.Family.GOOGLE, "g"));
    writer.close(0);
    JsonNode output = finished(StopReason.TOOL_CALLS).path("output");
    assertThat(output.path(0).path("type").textValue()).isEqualTo("reasoning");
    assertThat(output.path(0).path("summary")).isEmpty();
    assertThat(output.path(0).path("encrypted_content").textValue()).isEqualTo("google:g");
    assertThat(output.path(1).path("type").textValue()).isEqualTo("function_call");
  }

  @Test
  void callsThatComeInterleavedKeepTheirPlaces() {
    writer.begin(null, null, null);
    writer.toolCall(0, "c1", "look", null);
    writer.toolCall(1, "c2", "look", null);
    writer.arguments(1, "{\"b\":2}");
    writer.arguments(0, "{\"a\":1}");
    writer.close(0);
    writer.close(1);
    JsonNode output = finished(StopReason.TOOL_CALLS).path("output");
    assertThat(output.path(0).path("arguments").textValue()).isEqualTo("{\"a\":1}");
    assertThat(output.path(1).path("arguments").textValue()).isEqualTo("{\"b\":2}");
  }

  @Test
  void aPageThatIsToldAfterTheTextIsOneOfItsAnnotations() {
    writer.begin(null, null, null);
    writer.text(0, "It rains.");
    writer.close(0);
    writer.source(new Part.Source("https://weather.example", "Weather"));
    JsonNode annotations = finished(StopReason.END).at("/output/0/content/0/annotations");
    assertThat(annotations).hasSize(1);
    assertThat(annotations.path(0).path("type").textValue()).isEqualTo("url_citation");
    assertThat(annotations.path(0).path("title").textValue()).isEqualTo("Weather");
  }

  @Test
  void anImageIsTheCallThatMadeIt() {
    writer.begin(null, null, null);
    writer.media(
        0, new Part.Media("image/webp", new Part.Media.Source.Data("AAAA"), null, null, null));
    writer.close(0);
    JsonNode item = finished(StopReason.END).path("output").path(0);
    assertThat(item.path("type").textValue()).isEqualTo("image_generation_call");
    assertThat(item.path("result").textValue()).isEqualTo("AAAA");
    assertThat(item.path("output_format").textValue()).isEqualTo("webp");
  }

  @Test
  void halfAPairOfSurrogatesIsMadeWholeByTheNextDelta() {
    writer.begin(null, null, null);
    writer.text(0, "\ud83d");
    writer.text(0, "\ude00");
    writer.close(0);
    writer.finish(StopReason.END, null, null);
    JsonNode response = StrictStream.check(events());
    assertThat(response.at("/output/0/content/0/text").textValue()).isEqualTo("\ud83d\ude00");
  }

  @ParameterizedTest
  @CsvSource({
    "END, completed, ",
    "STOP_SEQUENCE, completed, ",
    "TOOL_CALLS, completed, ",
    "PAUSE, completed, ",
    "MAX_TOKENS, incomplete, max_output_tokens",
    "CONTEXT_WINDOW, incomplete, max_output_tokens",
    "REFUSAL, incomplete, content_filter",
    "ERROR, failed, ",
  })
  void theStopReasonIsTheStatus(StopReason stop, String status, String reason) {
    writer.begin(null, null, null);
    writer.text(0, "x");
    writer.close(0);
    JsonNode response = finished(stop);
    assertThat(response.path("status").textValue()).isEqualTo(status);
    assertThat(response.at("/incomplete_details/reason").textValue()).isEqualTo(reason);
  }

  @Test
  void aRefusalInWordsIsARefusalAndCompletes() {
    writer.begin(null, null, null);
    writer.refusal(0, "No.");
    writer.close(0);
    JsonNode response = finished(StopReason.REFUSAL);
    assertThat(response.path("status").textValue()).isEqualTo("completed");
    assertThat(response.at("/output/0/content/0/refusal").textValue()).isEqualTo("No.");
  }

  @Test
  void aTextThatWasCutIsIncomplete() {
    writer.begin(null, null, null);
    writer.text(0, "x");
    writer.close(0);
    assertThat(finished(StopReason.MAX_TOKENS).at("/output/0/status").textValue())
        .isEqualTo("incomplete");
  }

  @Test
  void theUsageHasTotalAndBothDetailsAndCountsTheCacheWithin() {
    writer.begin(null, null, null);
    writer.finish(StopReason.END, null, new TokenUsage(100, 60, 30, 0, 20, 5));
    JsonNode usage = StrictStream.check(events()).path("usage");
    assertThat(usage.toString())
        .isEqualTo(
            "{\"input_tokens\":100,"
                + "\"input_tokens_details\":{\"cached_tokens\":60,\"cache_write_tokens\":30},"
                + "\"output_tokens\":20,\"output_tokens_details\":{\"reasoning_tokens\":5},"
                + "\"total_tokens\":120}");
  }

  @Test
  void theUsageThatWasToldFirstCountsWhereTheEndTellsNone() {
    writer.begin(null, null, new TokenUsage(7, 0, 0, 0, 1, 0));
    writer.finish(StopReason.END, null, null);
    assertThat(StrictStream.check(events()).at("/usage/total_tokens").intValue()).isEqualTo(8);
  }

  @Test
  void theResponseRepeatsWhatWasAsked() {
    writer.begin(null, null, null);
    JsonNode response = finished(StopReason.END);
    assertThat(response.path("id").textValue()).isEqualTo("resp_id1");
    assertThat(response.path("model").textValue()).isEqualTo("the-model");
    assertThat(response.path("created_at").longValue()).isEqualTo(1_700_000_000L);
    assertThat(response.path("instructions").textValue()).isEqualTo("Be brief.");
    assertThat(response.path("temperature").doubleValue()).isEqualTo(0.5);
    assertThat(response.path("top_p").doubleValue()).isEqualTo(1);
    assertThat(response.path("max_output_tokens").intValue()).isEqualTo(100);
    assertThat(response.path("reasoning").toString())
        .isEqualTo("{\"effort\":\"low\",\"summary\":\"auto\"}");
    assertThat(response.path("parallel_tool_calls").booleanValue()).isFalse();
    assertThat(response.path("metadata").toString()).isEqualTo("{\"team\":\"a\"}");
    assertThat(response.path("tool_choice").textValue()).isEqualTo("required");
    assertThat(response.path("tools")).hasSize(3);
    assertThat(response.path("store").booleanValue()).isFalse();
  }

  @Test
  void anErrorWithinTheStreamIsResponseFailedWithTheNextNumberAndNothingAfter() {
    writer.begin(null, null, null);
    writer.text(0, "x");
    int written = events().size();
    writer.fail(new UpstreamError(529, "overloaded_error", null, "Overloaded", null));
    List<SentEvent> events = events();
    assertThat(events).hasSize(1);
    JsonNode data = events.get(0).data();
    assertThat(events.get(0).event()).isEqualTo("response.failed");
    assertThat(data.path("sequence_number").intValue()).isEqualTo(written);
    assertThat(data.at("/response/status").textValue()).isEqualTo("failed");
    assertThat(data.at("/response/error").toString())
        .isEqualTo("{\"code\":\"server_error\",\"message\":\"Overloaded\"}");
    ResponseSchema.response(data.path("response"));
  }

  @ParameterizedTest
  @CsvSource({
    "429, , rate_limit_exceeded",
    "400, context_length_exceeded, context_length_exceeded",
    "529, server_is_overloaded, server_error",
    "500, , server_error",
  })
  void anErrorsCodeIsOneThatClientsRetryOnUnlessItIsOfNoUse(int status, String code, String told) {
    writer.begin(null, null, null);
    events();
    writer.fail(new UpstreamError(status, null, code, "broken", null));
    assertThat(events().get(0).data().at("/response/error/code").textValue()).isEqualTo(told);
  }

  @Test
  void aStreamThatBreaksOffHasNoEnd() {
    writer.begin(null, null, null);
    writer.text(0, "x");
    assertThat(events())
        .extracting(SentEvent::type)
        .noneMatch(type -> type.matches("response.(completed|incomplete|failed)"));
    assertThat(writer.take()).isEmpty();
  }

  @Test
  void noEventHasAnIdOrARetryLine() {
    writer.begin(null, null, null);
    writer.text(0, "x");
    writer.close(0);
    writer.finish(StopReason.END, null, null);
    assertThat(new String(writer.take(), UTF_8).lines())
        .allMatch(
            line -> line.isEmpty() || line.startsWith("event: ") || line.startsWith("data: "));
  }

  private JsonNode finished(StopReason stop) {
    writer.finish(stop, null, null);
    return StrictStream.check(events());
  }

  private List<SentEvent> events() {
    return SentEvent.all(writer.take());
  }

  private static AnswerContext context(String body) {
    ModelRequest request =
        new ResponsesRequestReader().read(body.getBytes(UTF_8), (feature, details) -> {});
    assertThat(request.messages().get(0).role()).isEqualTo(Message.Role.SYSTEM);
    return new AnswerContext("the-model", "id1", Instant.ofEpochSecond(1_700_000_000), request, 0);
  }
}

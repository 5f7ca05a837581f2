package dev.mooring.gateway.translate.responses;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.translate.model.AnswerCollector;
import dev.mooring.gateway.translate.model.ModelAnswer;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.StopReason;
import dev.mooring.gateway.translate.model.TokenUsage;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of providers of the Responses API, streamed and whole. */
class ResponsesAnswerParserTest {
  private static final String CREATED =
      """
      {"type":"response.created","response":{"id":"resp_1","model":"gpt-5.2","output":[]}}""";
  private static final String MESSAGE =
      """
      {"type":"response.output_item.added","output_index":0,"item":{"type":"message","content":[]}}""";
  private static final String COMPLETED =
      """
      {"type":"response.completed","response":{"id":"resp_1","status":"completed","output":[],
       "usage":{"input_tokens":10,"input_tokens_details":{"cached_tokens":6,"cache_write_tokens":2},
        "output_tokens":5,"output_tokens_details":{"reasoning_tokens":3},"total_tokens":15}}}"""
          .replace("\n", "");

  private final AnswerCollector answer = new AnswerCollector();
  private final ResponsesAnswerParser parser = new ResponsesAnswerParser(answer);

  @Test
  void textComesAsItIsToldAndUsageCountsTheCacheWithin() {
    feed(CREATED, MESSAGE, delta("Hel"), delta("lo"), COMPLETED);
    assertThat(ended().parts()).containsExactly(new Part.Text("Hello", null));
    assertThat(ended().id()).isEqualTo("resp_1");
    assertThat(ended().model()).isEqualTo("gpt-5.2");
    assertThat(ended().stop()).isEqualTo(StopReason.END);
    assertThat(ended().usage()).isEqualTo(new TokenUsage(10, 6, 2, 0, 5, 3));
  }

  @Test
  void wordsThatNoDeltaToldAreToldWithTheWholeItem() {
    feed(
        CREATED,
        MESSAGE,
        delta("Hel"),
        item("done", 0, "{'type':'message','content':[{'type':'output_text','text':'Hello'}]}"),
        COMPLETED);
    assertThat(ended().parts()).containsExactly(new Part.Text("Hello", null));
  }

  @Test
  void anAnswerWhoseEventsAreOnlyItsEndIsReadOfTheEnd() {
    feed(
        CREATED,
        "{'type':'response.completed','response':{'status':'completed','output':[{'type':'message',"
            + "'content':[{'type':'output_text','text':'Hello'}]}]}}");
    assertThat(ended().parts()).containsExactly(new Part.Text("Hello", null));
  }

  @Test
  void whatTheEndRepeatsIsNotToldTwice() {
    feed(
        CREATED,
        MESSAGE,
        delta("Hello"),
        item("done", 0, "{'type':'message','content':[{'type':'output_text','text':'Hello'}]}"),
        "{'type':'response.completed','response':{'status':'completed','output':[{'type':'message',"
            + "'content':[{'type':'output_text','text':'Hello'}]}]}}");
    assertThat(ended().parts()).containsExactly(new Part.Text("Hello", null));
  }

  @Test
  void thoughtsOfSeveralSummariesAreOnePartWithItsSeal() {
    feed(
        CREATED,
        item("added", 0, "{'type':'reasoning','summary':[],'encrypted_content':'early'}"),
        summary(0, "First."),
        summary(1, "Sec"),
        summary(1, "ond."),
        item(
            "done",
            0,
            "{'type':'reasoning','summary':[{'type':'summary_text','text':'First.'},"
                + "{'type':'summary_text','text':'Second.'}],'encrypted_content':'sealed'}"),
        COMPLETED);
    assertThat(ended().parts())
        .containsExactly(
            new Part.Reasoning(
                "First.\n\nSecond.", new Signature(Signature.Family.OPENAI, "sealed")));
  }

  @Test
  void thoughtsInTheOpenAreReadToo() {
    feed(
        CREATED,
        item("added", 0, "{'type':'reasoning','summary':[],'content':[]}"),
        "{'type':'response.reasoning_text.delta','output_index':0,'content_index':0,'delta':'Hm'}",
        item(
            "done",
            0,
            "{'type':'reasoning','summary':[],'content':[{'type':'reasoning_text','text':'Hmm'}]}"),
        COMPLETED);
    assertThat(ended().parts()).containsExactly(new Part.Reasoning("Hmm", null));
  }

  @Test
  void aReasoningItemThatTellsNothingIsNoPart() {
    feed(
        CREATED,
        item("added", 0, "{'type':'reasoning','summary':[]}"),
        item("done", 0, "{'type':'reasoning','summary':[]}"),
        COMPLETED);
    assertThat(ended().parts()).isEmpty();
  }

  @Test
  void aCallIsKnownByItsCallIdAndStopsTheAnswer() {
    feed(
        CREATED,
        item(
            "added",
            0,
            "{'type':'function_call','id':'fc_1','call_id':'call_1','name':'look','arguments':''}"),
        "{'type':'response.function_call_arguments.delta','output_index':0,'delta':'{}'}",
        COMPLETED);
    assertThat(ended().parts())
        .containsExactly(new Part.ToolCall("call_1", "look", "{}", null, null));
    assertThat(ended().stop()).isEqualTo(StopReason.TOOL_CALLS);
  }

  @Test
  void theBareTextOfACustomCallBecomesJson() {
    feed(
        CREATED,
        item("added", 0, "{'type':'custom_tool_call','call_id':'call_1','name':'sql','input':''}"),
        "{'type':'response.custom_tool_call_input.delta','output_index':0,'delta':'a\\n'}",
        item(
            "done",
            0,
            "{'type':'custom_tool_call','call_id':'call_1','name':'sql','input':'a\\nb'}"),
        COMPLETED);
    assertThat(ended().parts())
        .containsExactly(new Part.ToolCall("call_1", "sql", "{\"input\":\"a\\nb\"}", null, null));
  }

  @Test
  void aShellThatTheCallerRunsIsACall() {
    feed(
        CREATED,
        item(
            "done",
            0,
            "{'type':'local_shell_call','call_id':'call_1','action':{'command':['ls']}}"),
        COMPLETED);
    assertThat(ended().parts())
        .containsExactly(
            new Part.ToolCall(
                "call_1", "local_shell", "{\"action\":{\"command\":[\"ls\"]}}", null, null));
    assertThat(ended().stop()).isEqualTo(StopReason.TOOL_CALLS);
  }

  @Test
  void aShellThatTheProviderRanIsNone() {
    feed(
        CREATED,
        item("done", 0, "{'type':'shell_call','call_id':'call_1','action':{'commands':['ls']}}"),
        item("done", 1, "{'type':'shell_call_output','call_id':'call_1','output':[]}"),
        COMPLETED);
    assertThat(ended().parts()).isEmpty();
    assertThat(ended().stop()).isEqualTo(StopReason.END);
  }

  @Test
  void aSearchOfTheProvidersOwnIsPassedOverAndItsPagesAreSources() {
    feed(
        CREATED,
        item("added", 0, "{'type':'web_search_call','status':'in_progress'}"),
        "{'type':'response.web_search_call.searching','output_index':0}",
        item("added", 1, "{'type':'message','content':[]}"),
        "{'type':'response.output_text.delta','output_index':1,'content_index':0,'delta':'Rain.'}",
        "{'type':'response.output_text.annotation.added','output_index':1,'content_index':0,"
            + "'annotation':{'type':'url_citation','url':'https://a.example','title':'A'}}",
        item(
            "done",
            1,
            "{'type':'message','content':[{'type':'output_text','text':'Rain.','annotations':["
                + "{'type':'url_citation','url':'https://a.example','title':'A'},"
                + "{'type':'file_citation','file_id':'f'},"
                + "{'type':'url_citation','url':'https://b.example'}]}]}"),
        COMPLETED);
    assertThat(ended().parts())
        .containsExactly(
            new Part.Text("Rain.", null),
            new Part.Source("https://a.example", "A"),
            new Part.Source("https://b.example", null));
  }

  @ParameterizedTest
  @CsvSource({
    "max_output_tokens, MAX_TOKENS",
    "content_filter, REFUSAL",
    "something_new, OTHER",
  })
  void anIncompleteResponseHasAReason(String reason, StopReason stop) {
    feed(
        CREATED,
        MESSAGE,
        delta("Hel"),
        "{'type':'response.incomplete','response':{'status':'incomplete','output':[],"
            + "'incomplete_details':{'reason':'"
            + reason
            + "'}}}");
    assertThat(ended().stop()).isEqualTo(stop);
    assertThat(ended().usage()).isNull();
  }

  @Test
  void aRefusalInWordsStopsTheAnswer() {
    feed(
        CREATED,
        MESSAGE,
        "{'type':'response.refusal.delta','output_index':0,'content_index':0,'delta':'No.'}",
        COMPLETED);
    assertThat(ended().parts()).containsExactly(new Part.Refusal("No."));
    assertThat(ended().stop()).isEqualTo(StopReason.REFUSAL);
  }

  @Test
  void aFailedResponseIsAnErrorOnce() {
    feed(
        CREATED,
        "{'type':'error','error':{'type':'insufficient_quota','code':'insufficient_quota',"
            + "'message':'Quota'}}",
        "{'type':'response.failed','response':{'status':'failed','error':{'code':'x',"
            + "'message':'y'}}}");
    UpstreamError error = Objects.requireNonNull(answer.error());
    assertThat(error.status()).isEqualTo(429);
    assertThat(error.message()).isEqualTo("Quota");
    assertThat(answer.answer()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'response.failed','response':{'status':'failed','error':"
            + "{'code':'rate_limit_exceeded','message':'Slow'}}}",
        "{'type':'error','code':'rate_limit_exceeded','message':'Slow','sequence_number':2}",
      })
  void anErrorIsReadInEitherShape(String event) {
    feed(CREATED, event);
    assertThat(answer.error())
        .isEqualTo(new UpstreamError(429, null, "rate_limit_exceeded", "Slow", null));
  }

  @Test
  void aStreamWithoutItsEndTellsNone() {
    feed(CREATED, MESSAGE, delta("Hel"));
    assertThat(answer.answer()).isNull();
    assertThat(answer.error()).isNull();
  }

  @Test
  void unknownEventsAndDoneAndCommentsArePassedOver() {
    parser.feed(": hello\n\n".getBytes(UTF_8));
    feed(
        CREATED, "{'type':'keepalive'}", "{'type':'response.new.thing','output_index':9}", MESSAGE);
    feed(delta("Hello"), COMPLETED, "[DONE]");
    assertThat(ended().parts()).containsExactly(new Part.Text("Hello", null));
  }

  @Test
  void anEventThatIsNoJsonIsMalformed() {
    assertThatThrownBy(() -> feed(CREATED, "{'type':"))
        .isInstanceOf(MalformedAnswerException.class);
  }

  @Test
  void aWholeAnswerReadsAsItsStreamDoes() {
    String response =
        """
        {"id":"resp_1","model":"gpt-5.2","status":"completed","output":[
         {"type":"reasoning","summary":[{"type":"summary_text","text":"Hm."}],
          "encrypted_content":"sealed"},
         {"type":"message","content":[{"type":"output_text","text":"Looking."}]},
         {"type":"function_call","call_id":"call_1","name":"look","arguments":"{\\"a\\":1.10}"}],
         "usage":{"input_tokens":3,"output_tokens":2}}""";
    ModelAnswer whole = new ResponsesAnswerReader().read(response.getBytes(UTF_8));
    assertThat(whole.parts())
        .containsExactly(
            new Part.Reasoning("Hm.", new Signature(Signature.Family.OPENAI, "sealed")),
            new Part.Text("Looking.", null),
            new Part.ToolCall("call_1", "look", "{\"a\":1.10}", null, null));
    assertThat(whole.stop()).isEqualTo(StopReason.TOOL_CALLS);
    assertThat(whole.usage()).isEqualTo(new TokenUsage(3, 0, 0, 0, 2, 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "{}", "{", "{\"output\":\"text\"}"})
  void aWholeAnswerWithoutOutputIsMalformed(String body) {
    assertThatThrownBy(() -> new ResponsesAnswerReader().read(body.getBytes(UTF_8)))
        .isInstanceOf(MalformedAnswerException.class);
  }

  private ModelAnswer ended() {
    return Objects.requireNonNull(answer.answer());
  }

  private void feed(String... events) {
    for (String event : events) {
      parser.feed(("data: " + event.replace('\'', '"') + "\n\n").getBytes(UTF_8));
    }
  }

  private static String delta(String text) {
    return "{'type':'response.output_text.delta','output_index':0,'content_index':0,'delta':'"
        + text
        + "'}";
  }

  private static String summary(int index, String text) {
    return "{'type':'response.reasoning_summary_text.delta','output_index':0,'summary_index':"
        + index
        + ",'delta':'"
        + text
        + "'}";
  }

  private static String item(String event, int index, String item) {
    return "{'type':'response.output_item."
        + event
        + "','output_index':"
        + index
        + ",'item':"
        + item
        + "}";
  }
}

package dev.mooring.gateway.translate.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.translate.model.AnswerCollector;
import dev.mooring.gateway.translate.model.ModelAnswer;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.Signature.Family;
import dev.mooring.gateway.translate.model.StopReason;
import dev.mooring.gateway.translate.model.TokenUsage;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Anthropic's streams and whole answers say. */
class MessagesAnswerParserTest {
  private static final String START =
      "{'type':'message_start','message':{'id':'msg_1','type':'message','role':'assistant',"
          + "'model':'claude-x','content':[],'stop_reason':null,'usage':{'input_tokens':5,"
          + "'cache_read_input_tokens':100,'cache_creation_input_tokens':10,"
          + "'cache_creation':{'ephemeral_5m_input_tokens':6,'ephemeral_1h_input_tokens':4},"
          + "'output_tokens':1}}}";
  private static final String STOP = "{'type':'message_stop'}";

  @Test
  void inputCountsWhatTheCacheReadAndWrote() {
    assertThat(answer(START, end("end_turn", "{'output_tokens':9}"), STOP).usage())
        .isEqualTo(new TokenUsage(115, 100, 10, 4, 9, 0));
  }

  @Test
  void theLastCountOfEachFieldThatIsNotNullCounts() {
    String usage =
        "{'input_tokens':7,'cache_read_input_tokens':null,'output_tokens':9,"
            + "'output_tokens_details':{'thinking_tokens':5}}";
    assertThat(
            answer(START, end("end_turn", usage), end(null, "{'output_tokens':11}"), STOP).usage())
        .isEqualTo(new TokenUsage(117, 100, 10, 4, 11, 5));
  }

  @Test
  void wordsAndThoughtsBecomeParts() {
    ModelAnswer answer =
        answer(
            START,
            block(0, "{'type':'thinking','thinking':'','signature':''}"),
            delta(0, "{'type':'thinking_delta','thinking':'Hm'}"),
            delta(0, "{'type':'signature_delta','signature':'seal'}"),
            stop(0),
            block(1, "{'type':'redacted_thinking','data':'secret'}"),
            stop(1),
            block(2, "{'type':'text','text':'He'}"),
            delta(2, "{'type':'text_delta','text':'llo'}"),
            stop(2),
            end("end_turn", "{}"),
            STOP);
    assertThat(answer.parts())
        .containsExactly(
            new Part.Reasoning("Hm", new Signature(Family.ANTHROPIC, "seal")),
            new Part.Reasoning("", new Signature(Family.ANTHROPIC, "secret", true)),
            new Part.Text("Hello", null));
  }

  @Test
  void aCallsInputComesInPiecesOrWithItsBlock() {
    ModelAnswer answer =
        answer(
            START,
            block(0, "{'type':'tool_use','id':'toolu_1','name':'a','input':{}}"),
            delta(0, "{'type':'input_json_delta','partial_json':''}"),
            delta(0, "{'type':'input_json_delta','partial_json':'{}'}"),
            stop(0),
            block(1, "{'type':'tool_use','id':'toolu_2','name':'b','input':{'x':1}}"),
            stop(1),
            block(2, "{'type':'tool_use','id':'toolu_3','name':'c','input':{}}"),
            stop(2),
            end("tool_use", "{}"),
            STOP);
    assertThat(answer.parts())
        .containsExactly(
            new Part.ToolCall("toolu_1", "a", "{}", null, null),
            new Part.ToolCall("toolu_2", "b", "{\"x\":1}", null, null),
            new Part.ToolCall("toolu_3", "c", "{}", null, null));
    assertThat(answer.stop()).isEqualTo(StopReason.TOOL_CALLS);
  }

  @Test
  void blocksOfAnthropicsOwnToolsAndUnknownThingsArePassedOver() {
    ModelAnswer answer =
        answer(
            START,
            "{'type':'ping'}",
            "{'type':'from_the_future','index':0}",
            block(0, "{'type':'server_tool_use','id':'s','name':'web_search','input':{}}"),
            delta(0, "{'type':'input_json_delta','partial_json':'{}'}"),
            stop(0),
            block(1, "{'type':'web_search_tool_result','tool_use_id':'s','content':[]}"),
            stop(1),
            block(2, "{'type':'text','text':''}"),
            delta(2, "{'type':'from_the_future'}"),
            delta(2, "{'type':'text_delta','text':'Found.'}"),
            stop(2),
            end("end_turn", "{}"),
            STOP);
    assertThat(answer.parts()).containsExactly(new Part.Text("Found.", null));
  }

  @Test
  void citedPagesAreSourcesEachOnce() {
    String citation =
        "{'type':'citations_delta','citation':{'type':'web_search_result_location',"
            + "'url':'https://a.example','title':'A','cited_text':'x'}}";
    ModelAnswer answer =
        answer(
            START,
            block(0, "{'type':'text','text':'So.'}"),
            delta(0, citation),
            delta(0, citation),
            stop(0),
            end("end_turn", "{}"),
            STOP);
    assertThat(answer.parts())
        .containsExactly(new Part.Text("So.", null), new Part.Source("https://a.example", "A"));
  }

  @Test
  void anErrorEventFailsUnderTheStatusOfItsType() {
    AnswerCollector collector =
        collected(
            START,
            "{'type':'error','error':{'type':'overloaded_error','message':'Overloaded'}}",
            STOP);
    assertThat(Objects.requireNonNull(collector.error()).status()).isEqualTo(529);
    assertThat(collector.error().message()).isEqualTo("Overloaded");
    assertThat(collector.answer()).isNull();
  }

  @Test
  void aStreamWithoutMessageStopWasCut() {
    AnswerCollector collector = collected(START, end("end_turn", "{}"));
    assertThat(collector.answer()).isNull();
    assertThat(collector.error()).isNull();
  }

  @Test
  void aStartThatIsToldTwiceCountsOnce() {
    assertThat(answer(START, START, end("end_turn", "{}"), STOP).id()).isEqualTo("msg_1");
  }

  @Test
  void aSecondMessageWithinTheFirstIsMalformed() {
    assertThatThrownBy(() -> collected(START, START.replace("msg_1", "msg_2")))
        .isInstanceOf(MalformedAnswerException.class);
  }

  @Test
  void whyTheApiDeclinedIsARefusal() {
    String details = "{'type':'refusal','category':'cyber','explanation':'It was blocked.'}";
    ModelAnswer answer =
        answer(
            START,
            "{'type':'message_delta','delta':{'stop_reason':'refusal','stop_details':"
                + details
                + "},'usage':{}}",
            STOP);
    assertThat(answer.parts()).containsExactly(new Part.Refusal("It was blocked."));
    assertThat(answer.stop()).isEqualTo(StopReason.REFUSAL);
  }

  @Test
  void anEventThatIsNoJsonIsMalformed() {
    MessagesAnswerParser parser = new MessagesAnswerParser(new AnswerCollector());
    assertThatThrownBy(() -> parser.feed("data: {oops\n\n".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(MalformedAnswerException.class);
  }

  @Test
  void theCallThatAnAnswerInJsonWasMadeToBeIsText() {
    String call = "{'type':'tool_use','id':'toolu_1','name':'mooring_json_answer','input':{}}";
    ModelAnswer answer =
        answer(
            START,
            block(0, call),
            delta(0, "{'type':'input_json_delta','partial_json':'{\\'a\\':1}'}"),
            stop(0),
            end("tool_use", "{}"),
            STOP);
    assertThat(answer.parts()).containsExactly(new Part.Text("{\"a\":1}", null));
    assertThat(answer.stop()).isEqualTo(StopReason.END);
  }

  @ParameterizedTest
  @CsvSource({
    "end_turn, END",
    "stop_sequence, STOP_SEQUENCE",
    "max_tokens, MAX_TOKENS",
    "tool_use, TOOL_CALLS",
    "refusal, REFUSAL",
    "pause_turn, PAUSE",
    "model_context_window_exceeded, CONTEXT_WINDOW",
    "from_the_future, OTHER"
  })
  void stopReasonsAreRead(String word, StopReason stop) {
    assertThat(answer(START, end(word, "{}"), STOP).stop()).isEqualTo(stop);
  }

  @Test
  void aWholeAnswerReadsAsItsStream() {
    byte[] whole =
        Written.bytes(
            "{'id':'msg_1','type':'message','role':'assistant','model':'claude-x','content':["
                + "{'type':'thinking','thinking':'Hm','signature':'seal'},"
                + "{'type':'text','text':'So.','citations':[{'url':'https://a.example'}]},"
                + "{'type':'server_tool_use','id':'s','name':'web_search','input':{}},"
                + "{'type':'tool_use','id':'toolu_1','name':'a','input':{'n':1.50}}],"
                + "'stop_reason':'tool_use','stop_sequence':null,'usage':{'input_tokens':1,"
                + "'output_tokens':2}}");
    assertThat(new MessagesAnswerReader().read(whole).parts())
        .containsExactly(
            new Part.Reasoning("Hm", new Signature(Family.ANTHROPIC, "seal")),
            new Part.Text("So.", null),
            new Part.ToolCall("toolu_1", "a", "{\"n\":1.50}", null, null),
            new Part.Source("https://a.example", null));
  }

  @Test
  void aWholeAnswerWithoutContentIsMalformed() {
    assertThatThrownBy(() -> new MessagesAnswerReader().read(Written.bytes("{'id':'msg_1'}")))
        .isInstanceOf(MalformedAnswerException.class);
  }

  @Test
  void argumentsThatWereCutShortAreKeptInAWholeAnswer() {
    ModelAnswer cut =
        new ModelAnswer(
            null,
            null,
            java.util.List.of(new Part.ToolCall("c", "a", "{\"x\":", null, null)),
            StopReason.MAX_TOKENS,
            null,
            null);
    byte[] body = new MessagesWholeAnswerWriter().write(cut, Written.CONTEXT);
    assertThat(Written.json(body).at("/content/0/input/invalid_arguments").textValue())
        .isEqualTo("{\"x\":");
  }

  private static ModelAnswer answer(String... events) {
    return Objects.requireNonNull(collected(events).answer());
  }

  private static AnswerCollector collected(String... events) {
    AnswerCollector collector = new AnswerCollector();
    MessagesAnswerParser parser = new MessagesAnswerParser(collector);
    for (String event : events) {
      String name = Written.json(event).get("type").textValue();
      String text = "event: " + name + "\ndata: " + event + "\n\n";
      parser.feed(Written.bytes(text));
    }
    parser.end();
    return collector;
  }

  private static String block(int index, String block) {
    return "{'type':'content_block_start','index':" + index + ",'content_block':" + block + "}";
  }

  private static String delta(int index, String delta) {
    return "{'type':'content_block_delta','index':" + index + ",'delta':" + delta + "}";
  }

  private static String stop(int index) {
    return "{'type':'content_block_stop','index':" + index + "}";
  }

  private static String end(@Nullable String reason, String usage) {
    String word = reason == null ? "null" : "'" + reason + "'";
    return "{'type':'message_delta','delta':{'stop_reason':" + word + "},'usage':" + usage + "}";
  }
}

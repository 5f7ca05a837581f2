package dev.mooring.gateway.translate.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.gateway.api.MalformedAnswerException;
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

/** What providers send as streams of Chat Completions. */
class ChatAnswerParserTest {
  private final AnswerCollector collector = new AnswerCollector();
  private final ChatAnswerParser parser = new ChatAnswerParser(collector);

  @Test
  void deltasOfTextBecomeOneText() {
    delta("{'role':'assistant','content':''}");
    delta("{'content':'Hel'}");
    delta("{'content':'lo'}");
    assertThat(finished("stop").parts()).containsExactly(text("Hello"));
  }

  @Test
  void theEndWaitsForTheUsageThatComesAfterTheFinishReason() {
    delta("{'content':'a'}");
    event("{'id':'c','model':'m','choices':[{'index':0,'delta':{},'finish_reason':'stop'}]}");
    assertThat(collector.answer()).isNull();
    event("{'choices':[],'usage':{'prompt_tokens':5,'completion_tokens':2,'total_tokens':7}}");
    assertThat(answer().usage()).isEqualTo(new TokenUsage(5, 0, 0, 0, 2, 0));
  }

  @Test
  void usageOnTheChunkWithTheFinishReasonEndsTheAnswer() {
    event(
        "{'id':'c','choices':[{'index':0,'delta':{'content':'a'},'finish_reason':'stop'}],"
            + "'usage':{'prompt_tokens':5,'completion_tokens':2}}");
    assertThat(answer().usage()).isEqualTo(new TokenUsage(5, 0, 0, 0, 2, 0));
  }

  @Test
  void usageMayStandInTheChoiceOrInGroqsField() {
    event(
        "{'id':'c','choices':[{'index':0,'delta':{'content':'a'},'finish_reason':'stop',"
            + "'usage':{'prompt_tokens':5,'completion_tokens':2,'cached_tokens':3}}]}");
    assertThat(answer().usage()).isEqualTo(new TokenUsage(5, 3, 0, 0, 2, 0));

    AnswerCollector groq = new AnswerCollector();
    String chunk =
        "{'choices':[{'index':0,'delta':{},'finish_reason':'stop'}],"
            + "'x_groq':{'usage':{'prompt_tokens':7,'completion_tokens':1}}}";
    new ChatAnswerParser(groq).feed(sse(chunk));
    assertThat(Objects.requireNonNull(groq.answer()).usage())
        .isEqualTo(new TokenUsage(7, 0, 0, 0, 1, 0));
  }

  @Test
  void doneOrTheEndOfTheStreamEndsAnAnswerWithoutUsage() {
    delta("{'content':'a'}");
    event("{'choices':[{'index':0,'delta':{},'finish_reason':'length'}]}");
    parser.end();
    assertThat(answer().stop()).isEqualTo(StopReason.MAX_TOKENS);
    assertThat(answer().usage()).isNull();
  }

  @Test
  void aStreamWithoutFinishReasonAndDoneIsCut() {
    delta("{'content':'a'}");
    parser.end();
    assertThat(collector.answer()).isNull();
    assertThat(collector.error()).isNull();
  }

  @Test
  void aStreamOfNothingButDoneIsCut() {
    parser.feed("data: [DONE]\n\n".getBytes(UTF_8));
    parser.end();
    assertThat(collector.answer()).isNull();
  }

  @Test
  void azuresFirstChunkWithoutChoicesIsNotTheBeginning() {
    event("{'choices':[],'id':'','model':'','prompt_filter_results':[]}");
    event("{'id':'c1','model':'gpt','choices':[{'index':0,'delta':{'content':'a'}}]}");
    assertThat(finished("stop").id()).isEqualTo("c1");
    assertThat(answer().model()).isEqualTo("gpt");
  }

  @Test
  void aDeltaOfNullAChunkWithoutChoicesAndCommentsSayNothing() {
    parser.feed(": comment\n\n".getBytes(UTF_8));
    event("{}");
    event("{'choices':[{'index':0,'delta':null}]}");
    delta("{'content':null,'tool_calls':null,'reasoning_content':null}");
    assertThat(finished("stop").parts()).isEmpty();
  }

  @Test
  void parallelCallsGoByIndexHoweverTheyInterleave() {
    call("{'index':0,'id':'a','type':'function','function':{'name':'f','arguments':''}}");
    call("{'index':1,'id':'b','type':'function','function':{'name':'g','arguments':''}}");
    call("{'index':1,'function':{'arguments':'{\\'y\\':'}}");
    call("{'index':0,'function':{'arguments':'{\\'x\\':1}'}}");
    call("{'index':1,'function':{'arguments':'2}'}}");
    assertThat(finished("tool_calls").parts())
        .containsExactly(called("a", "f", "{'x':1}"), called("b", "g", "{'y':2}"));
  }

  @Test
  void aMissingIndexGoesByIdAndElseToTheCallBefore() {
    call("{'id':'a','function':{'name':'f','arguments':'{'}}");
    call("{'function':{'arguments':'}'}}");
    call("{'id':'b','function':{'name':'g','arguments':'{}'}}");
    assertThat(finished("tool_calls").parts())
        .containsExactly(called("a", "f", "{}"), called("b", "g", "{}"));
  }

  @Test
  void repeatedAndEmptyIdsAndNamesChangeNothing() {
    call("{'index':0,'id':'a','function':{'name':'f','arguments':''}}");
    call("{'index':0,'id':'','function':{'name':'','arguments':'{\\'x\\':'}}");
    call("{'index':0,'id':'a','function':{'name':'f','arguments':'1}'}}");
    assertThat(finished("tool_calls").parts()).containsExactly(called("a", "f", "{'x':1}"));
  }

  @Test
  void callsThatAllClaimToBeTheFirstAreToldApartByTheirIds() {
    call("{'index':0,'id':'a','function':{'name':'f','arguments':'{}'}}");
    call("{'index':0,'id':'b','function':{'name':'f','arguments':'{}'}}");
    assertThat(finished("stop").parts())
        .containsExactly(called("a", "f", "{}"), called("b", "f", "{}"));
  }

  @Test
  void aCallWithoutAnIdGetsOneThatIsTheSameEachTime() {
    delta("{'tool_calls':[{'function':{'name':'f','arguments':{'x':1}}}]}");
    Part.ToolCall first = (Part.ToolCall) finished("tool_calls").parts().get(0);
    byte[] whole =
        json(
            "{'id':'c','choices':[{'message':{'tool_calls':[{'function':{'name':'f',"
                + "'arguments':'{\\'x\\':1}'}}]},'finish_reason':'tool_calls'}]}");
    assertThat(new ChatAnswerReader().read(whole).parts()).containsExactly(first);
    assertThat(first.id()).matches("call_[a-zA-Z0-9]{24}");
  }

  @Test
  void aCallWithoutArgumentsHasNone() {
    call("{'index':0,'id':'a','function':{'name':'f'}}");
    assertThat(finished("tool_calls").parts()).containsExactly(called("a", "f", "{}"));
  }

  @Test
  void aNamelessCallIsMalformed() {
    call("{'index':0,'id':'a','function':{'arguments':'{}'}}");
    assertThatThrownBy(() -> finished("tool_calls")).isInstanceOf(MalformedAnswerException.class);
  }

  @Test
  void theOlderFunctionCallIsACall() {
    delta("{'function_call':{'name':'f','arguments':''}}");
    delta("{'function_call':{'arguments':'{}'}}");
    assertThat(((Part.ToolCall) finished("function_call").parts().get(0)).name()).isEqualTo("f");
    assertThat(answer().stop()).isEqualTo(StopReason.TOOL_CALLS);
  }

  @Test
  void bareTextForACustomToolBecomesItsInput() {
    call("{'index':0,'id':'a','type':'custom','custom':{'name':'f','input':''}}");
    call("{'index':0,'custom':{'input':'say \\'hi'}}");
    call("{'index':0,'custom':{'input':'\\n'}}");
    assertThat(finished("tool_calls").parts())
        .containsExactly(called("a", "f", "{'input':'say \\'hi\\n'}"));
  }

  @Test
  void geminisSealOfACallIsKept() {
    call(
        "{'index':0,'id':'a','function':{'name':'f','arguments':'{}'},"
            + "'extra_content':{'google':{'thought_signature':'seal'}}}");
    Part.ToolCall call = (Part.ToolCall) finished("tool_calls").parts().get(0);
    assertThat(call.signature()).isEqualTo(new Signature(Signature.Family.GOOGLE, "seal"));
  }

  @Test
  void reasoningContentOrReasoningAreThoughts() {
    delta("{'reasoning_content':'I '}");
    delta("{'reasoning':'think'}");
    delta("{'content':'so'}");
    assertThat(finished("stop").parts())
        .containsExactly(new Part.Reasoning("I think", null), text("so"));
  }

  @Test
  void reasoningDetailsThatRepeatTheWordsAddOnlyTheSeal() {
    delta("{'reasoning':'I ','reasoning_details':[{'type':'reasoning.text','text':'I '}]}");
    delta("{'reasoning':'am','reasoning_details':[{'type':'reasoning.text','text':'am'}]}");
    delta("{'reasoning_details':[{'type':'reasoning.text','signature':'seal'}]}");
    assertThat(finished("stop").parts())
        .containsExactly(
            new Part.Reasoning("I am", new Signature(Signature.Family.ANTHROPIC, "seal")));
  }

  @Test
  void encryptedReasoningOfOpenAiSealsItsSummary() {
    delta("{'reasoning_details':[{'type':'reasoning.summary','summary':'short'}]}");
    delta(
        "{'reasoning_details':[{'type':'reasoning.encrypted','data':'xyz',"
            + "'format':'openai-responses-v1'}]}");
    assertThat(finished("stop").parts())
        .containsExactly(
            new Part.Reasoning("short", new Signature(Signature.Family.OPENAI, "xyz")));
  }

  @ParameterizedTest
  @CsvSource({
    "anthropic-claude-v1, ANTHROPIC",
    "azure-openai-responses-v1, OPENAI",
    "google-gemini-v1, GOOGLE",
  })
  void aSealBelongsToTheFamilyOfItsFormat(String format, Signature.Family family) {
    delta(
        "{'reasoning_details':[{'type':'reasoning.text','text':'hm','signature':'s','format':'"
            + format
            + "'}]}");
    assertThat(finished("stop").parts())
        .containsExactly(new Part.Reasoning("hm", new Signature(family, "s")));
  }

  @Test
  void aSealOfAFormatThatIsNotKnownIsNobodys() {
    delta(
        "{'reasoning_details':[{'type':'reasoning.text','text':'hm','signature':'s',"
            + "'format':'xai-responses-v1'}]}");
    assertThat(finished("stop").parts()).containsExactly(new Part.Reasoning("hm", null));
  }

  @Test
  void mistralsListOfThoughtsAndTextsIsBoth() {
    delta("{'content':[{'type':'thinking','thinking':[{'type':'text','text':'hm'}]}]}");
    delta("{'content':[{'type':'text','text':'4'}]}");
    assertThat(finished("stop").parts()).containsExactly(new Part.Reasoning("hm", null), text("4"));
  }

  @Test
  void stopWithCallsIsACallOfTools() {
    call("{'index':0,'id':'a','function':{'name':'f','arguments':'{}'}}");
    assertThat(finished("stop").stop()).isEqualTo(StopReason.TOOL_CALLS);
  }

  @Test
  void aRefusalsWordsMakeTheEndARefusal() {
    delta("{'refusal':'I can'}");
    delta("{'refusal':'not'}");
    assertThat(finished("stop").parts()).containsExactly(new Part.Refusal("I cannot"));
    assertThat(answer().stop()).isEqualTo(StopReason.REFUSAL);
  }

  @Test
  void theStopSequenceIsReadWhereAServerTellsIt() {
    delta("{'content':'a'}");
    event("{'choices':[{'index':0,'delta':{},'finish_reason':'stop','stop_reason':'END'}]}");
    parser.end();
    assertThat(answer().stop()).isEqualTo(StopReason.STOP_SEQUENCE);
    assertThat(answer().stopSequence()).isEqualTo("END");
  }

  @ParameterizedTest
  @CsvSource({
    "stop, END",
    "length, MAX_TOKENS",
    "model_length, MAX_TOKENS",
    "content_filter, REFUSAL",
    "error, ERROR",
    "something_new, OTHER"
  })
  void finishReasonsAreStopReasons(String word, StopReason stop) {
    delta("{'content':'a'}");
    assertThat(finished(word).stop()).isEqualTo(stop);
  }

  @Test
  void anErrorInAnEventFailsWithItsStatusAndNothingFollows() {
    delta("{'content':'a'}");
    event("{'error':{'message':'slow down','type':'rate_limit_error','code':'rate_limit'}}");
    parser.feed("data: [DONE]\n\n".getBytes(UTF_8));
    assertThat(collector.answer()).isNull();
    assertThat(Objects.requireNonNull(collector.error()).status()).isEqualTo(429);
    assertThat(collector.error().message()).isEqualTo("slow down");
  }

  @Test
  void anErrorOfNullIsNone() {
    event("{'error':null,'choices':[{'index':0,'delta':{'content':'a'}}]}");
    assertThat(finished("stop").parts()).containsExactly(text("a"));
  }

  @Test
  void anEventThatIsNoJsonIsMalformed() {
    assertThatThrownBy(() -> event("{'choices':")).isInstanceOf(MalformedAnswerException.class);
  }

  @Test
  void otherChoicesThanTheFirstAreNotTold() {
    event("{'choices':[{'index':1,'delta':{'content':'b'}},{'index':0,'delta':{'content':'a'}}]}");
    assertThat(finished("stop").parts()).containsExactly(text("a"));
  }

  @Test
  void citationsAndAnnotationsAreSourcesToldOnce() {
    delta(
        "{'content':'a','annotations':[{'type':'url_citation',"
            + "'url_citation':{'url':'https://a.example','title':'A'}}]}");
    event("{'citations':['https://a.example','https://b.example'],'choices':[]}");
    assertThat(finished("stop").parts())
        .containsExactly(
            text("a"),
            new Part.Source("https://a.example", "A"),
            new Part.Source("https://b.example", null));
  }

  @Test
  void imagesOfTheModelAreMedia() {
    delta("{'images':[{'type':'image_url','image_url':{'url':'data:image/png;base64,QUJD'}}]}");
    assertThat(finished("stop").parts())
        .containsExactly(
            new Part.Media("image/png", new Part.Media.Source.Data("QUJD"), null, null, null));
  }

  private void delta(String delta) {
    event("{'id':'c','model':'m','choices':[{'index':0,'delta':" + delta + "}]}");
  }

  private void call(String call) {
    delta("{'tool_calls':[" + call + "]}");
  }

  private void event(String json) {
    parser.feed(sse(json));
  }

  private ModelAnswer finished(String reason) {
    event("{'choices':[{'index':0,'delta':{},'finish_reason':'" + reason + "'}]}");
    parser.feed("data: [DONE]\n\n".getBytes(UTF_8));
    parser.end();
    return answer();
  }

  private ModelAnswer answer() {
    return Objects.requireNonNull(collector.answer());
  }

  private static Part.Text text(String text) {
    return new Part.Text(text, null);
  }

  private static Part.ToolCall called(String id, String name, String arguments) {
    return new Part.ToolCall(id, name, new String(json(arguments), UTF_8), null, null);
  }

  private static byte[] sse(String json) {
    return ("data: " + new String(json(json), UTF_8) + "\n\n").getBytes(UTF_8);
  }

  /** JSON of a text with single quotes; {@code \'} is a double quote within a string. */
  private static byte[] json(String text) {
    return text.replace("\\'", "\u0000")
        .replace('\'', '"')
        .replace("\u0000", "\\\"")
        .getBytes(UTF_8);
  }
}

package dev.mooring.gateway.translate.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.ModelAnswer;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.StopReason;
import dev.mooring.gateway.translate.model.TokenUsage;
import dev.mooring.gateway.translate.model.Tool;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What callers of Chat Completions get. */
class ChatAnswerWriterTest {
  private static final String HEAD =
      "data: {'id':'chatcmpl-r1','object':'chat.completion.chunk','created':7,'model':'m'";
  private static final String TAIL = ",'logprobs':null,'finish_reason':null}]}\n\n";
  private final ChatAnswerWriter writer = new ChatAnswerWriter(context(List.of()));

  @Test
  void theFirstChunkHasTheRoleAndEachDeltaIsAChunkAtOnce() {
    writer.begin("msg_1", null, null);
    assertThat(taken()).isEqualTo(delta("{'role':'assistant','content':''}"));
    writer.text(0, "Hi");
    assertThat(taken()).isEqualTo(delta("{'content':'Hi'}"));
    writer.text(0, "");
    assertThat(taken()).isEmpty();
  }

  @Test
  void theEndIsTheFinishReasonThenTheUsageThenDone() {
    begun();
    writer.finish(StopReason.END, null, new TokenUsage(10, 4, 3, 0, 2, 1));
    assertThat(taken())
        .isEqualTo(
            HEAD
                + ",'choices':[{'index':0,'delta':{},'logprobs':null,'finish_reason':'stop'}]}\n\n"
                + HEAD
                + ",'choices':[],'usage':{'prompt_tokens':10,'completion_tokens':2,"
                + "'total_tokens':12,'prompt_tokens_details':{'cached_tokens':4,"
                + "'cache_write_tokens':3},'completion_tokens_details':{'reasoning_tokens':1}}}"
                + "\n\ndata: [DONE]\n\n");
  }

  @Test
  void aCallsIdTypeAndNameComeWithItsFirstDeltaOnly() {
    begun();
    writer.toolCall(0, "a", "f", null);
    writer.arguments(0, "{}");
    assertThat(taken())
        .isEqualTo(
            delta(
                    "{'tool_calls':[{'index':0,'id':'a','type':'function',"
                        + "'function':{'name':'f','arguments':''}}]}")
                + delta("{'tool_calls':[{'index':0,'function':{'arguments':'{}'}}]}"));
  }

  @Test
  void callsAreCountedApartFromOtherParts() {
    begun();
    writer.text(0, "a");
    writer.close(0);
    writer.toolCall(1, "a", "f", null);
    writer.toolCall(2, "b", "g", null);
    writer.arguments(1, "1");
    assertThat(taken()).contains("'index':1,'id':'b'").contains("'index':0,'function'");
  }

  @Test
  void thoughtsComeAsReasoningContentAndTheirSealAsADetail() {
    begun();
    writer.reasoning(0, "h");
    writer.reasoning(0, "m");
    writer.signature(0, new Signature(Signature.Family.OPENAI, "s"));
    assertThat(taken())
        .isEqualTo(
            delta("{'reasoning_content':'h'}")
                + delta("{'reasoning_content':'m'}")
                + delta(
                    "{'reasoning_details':[{'type':'reasoning.text','text':'hm',"
                        + "'signature':'openai:s'}]}"));
  }

  @Test
  void aCallOfACustomToolHasItsBareTextAsInput() {
    Tool tool = new Tool.Function("f", null, null, null, true, null);
    ChatAnswerWriter custom = new ChatAnswerWriter(context(List.of(tool)));
    custom.begin(null, null, null);
    custom.toolCall(0, "a", "f", null);
    custom.arguments(0, "{\"input\":");
    custom.arguments(0, "\"x=1\"}");
    custom.close(0);
    assertThat(quoted(custom.take()))
        .contains("'type':'custom','custom':{'name':'f','input':''}")
        .contains("{'tool_calls':[{'index':0,'custom':{'input':'x=1'}}]}");
  }

  @Test
  void halfOfASurrogatePairIsEscapedSoThatTheWholeIsRight() {
    begun();
    writer.text(0, "\ud83d");
    writer.text(0, "\ude00");
    assertThat(taken()).isEqualTo(delta("{'content':'\\ud83d'}") + delta("{'content':'\\ude00'}"));
  }

  @Test
  void aFailureIsAnErrorObjectAndNoDone() {
    begun();
    writer.fail(new UpstreamError(529, "overloaded_error", null, "Overloaded", null));
    assertThat(taken())
        .isEqualTo(
            "data: {'error':{'message':'Overloaded','type':'overloaded_error','param':null,"
                + "'code':null}}\n\n");
  }

  @ParameterizedTest
  @CsvSource({
    "END, stop", "STOP_SEQUENCE, stop", "MAX_TOKENS, length", "TOOL_CALLS, tool_calls",
    "REFUSAL, content_filter", "PAUSE, stop", "CONTEXT_WINDOW, length", "ERROR, error"
  })
  void stopReasonsAreFinishReasons(StopReason stop, String word) {
    begun();
    writer.finish(stop, null, null);
    assertThat(taken()).contains("'finish_reason':'" + word + "'");
  }

  @Test
  void aRefusalInWordsEndsAsOpenAiEndsIt() {
    begun();
    writer.refusal(0, "no");
    writer.finish(StopReason.REFUSAL, null, null);
    assertThat(taken()).contains("{'refusal':'no'}").contains("'finish_reason':'stop'");
  }

  @Test
  void aWholeAnswerHasEveryFieldThatStrictClientsWant() {
    ModelAnswer answer =
        new ModelAnswer(
            null,
            "m2",
            List.of(new Part.Text("Hi", null)),
            StopReason.END,
            null,
            new TokenUsage(1, 0, 0, 0, 2, 0));
    assertThat(quoted(new ChatWholeAnswerWriter().write(answer, context(List.of()))))
        .isEqualTo(
            "{'id':'chatcmpl-r1','object':'chat.completion','created':7,'model':'m2',"
                + "'choices':[{'index':0,'message':{'role':'assistant','content':'Hi',"
                + "'refusal':null},'logprobs':null,'finish_reason':'stop'}],"
                + "'usage':{'prompt_tokens':1,'completion_tokens':2,'total_tokens':3,"
                + "'prompt_tokens_details':{'cached_tokens':0},"
                + "'completion_tokens_details':{'reasoning_tokens':0}}}");
  }

  @Test
  void theContentOfAWholeAnswerOfCallsIsNull() {
    ModelAnswer answer =
        new ModelAnswer(
            "chatcmpl-own",
            null,
            List.of(new Part.ToolCall("a", "f", "{}", null, null)),
            StopReason.TOOL_CALLS,
            null,
            null);
    assertThat(quoted(new ChatWholeAnswerWriter().write(answer, context(List.of()))))
        .startsWith("{'id':'chatcmpl-own',")
        .contains("'content':null")
        .contains(
            "'tool_calls':[{'id':'a','type':'function',"
                + "'function':{'name':'f','arguments':'{}'}}]");
  }

  private void begun() {
    writer.begin(null, null, null);
    writer.take();
  }

  private String taken() {
    return quoted(writer.take());
  }

  private static String delta(String delta) {
    return HEAD + ",'choices':[{'index':0,'delta':" + delta + TAIL;
  }

  private static String quoted(byte[] bytes) {
    return new String(bytes, UTF_8).replace('"', '\'');
  }

  private static AnswerContext context(List<Tool> tools) {
    ModelRequest bare = ModelRequest.of(List.of());
    ModelRequest request =
        new ModelRequest(
            bare.messages(),
            tools,
            null,
            null,
            bare.sampling(),
            null,
            null,
            true,
            null,
            null,
            null,
            null,
            bare.options());
    return new AnswerContext("m", "r1", Instant.ofEpochSecond(7), request, 0);
  }
}

package dev.mooring.gateway.translate.messages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.SseEvent;
import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.Signature.Family;
import dev.mooring.gateway.translate.model.StopReason;
import dev.mooring.gateway.translate.model.TokenUsage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a stream of Messages must be for the clients' strict parsers. */
class MessagesAnswerWriterTest {

  @Test
  void theStreamHasTheSequenceThatClientsExpect() {
    assertThat(
            types(
                sink -> {
                  sink.begin(null, null, null);
                  sink.text(0, "Hel");
                  sink.text(0, "lo");
                  sink.close(0);
                  sink.finish(StopReason.END, null, null);
                }))
        .containsExactly(
            "message_start",
            "content_block_start",
            "content_block_delta",
            "content_block_delta",
            "content_block_stop",
            "message_delta",
            "message_stop");
  }

  @Test
  void eachEventHasALineWithItsNameAndEndsInABlankLine() {
    byte[] stream =
        Written.stream(
            sink -> {
              sink.begin(null, null, null);
              sink.text(0, "Hello");
              sink.close(0);
              sink.finish(StopReason.END, null, null);
            });
    String text = new String(stream, StandardCharsets.UTF_8);
    assertThat(text.split("\n\n"))
        .allSatisfy(
            event -> assertThat(event).matches("event: (\\w+)\ndata: \\{\"type\":\"\\1\".*"));
    assertThat(text).endsWith("\n\n").doesNotContain("[DONE]", "\nid:", "retry:");
  }

  @Test
  void theStartNamesTheMessageTheModelAndZerosWhereNoUsageIsKnown() {
    JsonNode message = answered(StopReason.END).get(0).get("message");
    assertThat(message)
        .isEqualTo(
            Written.json(
                "{'id':'msg_r1','type':'message','role':'assistant','model':'asked-model',"
                    + "'content':[],'stop_reason':null,'stop_sequence':null,"
                    + "'usage':{'input_tokens':0,'cache_creation_input_tokens':0,"
                    + "'cache_read_input_tokens':0,'cache_creation':{"
                    + "'ephemeral_5m_input_tokens':0,'ephemeral_1h_input_tokens':0},"
                    + "'output_tokens':0}}"));
  }

  @Test
  void anIdOfAMessageIsKeptAndTheModelIsNamedAsItWasAskedFor() {
    JsonNode message =
        Written.data(sink -> sink.begin("msg_017", "claude-x", null)).get(0).get("message");
    assertThat(message.get("id").textValue()).isEqualTo("msg_017");
    assertThat(message.get("model").textValue()).isEqualTo("asked-model");
  }

  @Test
  void theEndHasTheWholeUsageWithoutWhatTheCacheReadAndWrote() {
    List<JsonNode> data =
        Written.data(
            sink -> {
              sink.begin(null, null, null);
              sink.finish(StopReason.STOP_SEQUENCE, "END", new TokenUsage(100, 60, 30, 10, 7, 3));
            });
    assertThat(data.get(1))
        .isEqualTo(
            Written.json(
                "{'type':'message_delta','delta':{'stop_reason':'stop_sequence',"
                    + "'stop_sequence':'END'},'usage':{'input_tokens':10,"
                    + "'cache_creation_input_tokens':30,'cache_read_input_tokens':60,"
                    + "'cache_creation':{'ephemeral_5m_input_tokens':20,"
                    + "'ephemeral_1h_input_tokens':10},'output_tokens':7,"
                    + "'output_tokens_details':{'thinking_tokens':3}}}"));
  }

  @Test
  void inputIsNeverBelowZero() {
    List<JsonNode> data =
        Written.data(sink -> sink.begin(null, null, new TokenUsage(50, 60, 0, 0, 0, 0)));
    assertThat(data.get(0).at("/message/usage/input_tokens").intValue()).isZero();
  }

  @Test
  void thinkingBeginsEmptyAndEndsWithItsSignature() {
    List<JsonNode> data =
        Written.data(
            sink -> {
              sink.begin(null, null, null);
              sink.reasoning(0, "Hm");
              sink.signature(0, new Signature(Family.ANTHROPIC, "seal"));
              sink.reasoning(0, "m");
              sink.close(0);
            });
    assertThat(data.subList(1, 6))
        .containsExactly(
            Written.json(
                "{'type':'content_block_start','index':0,'content_block':"
                    + "{'type':'thinking','thinking':'','signature':''}}"),
            delta(0, "{'type':'thinking_delta','thinking':'Hm'}"),
            delta(0, "{'type':'thinking_delta','thinking':'m'}"),
            delta(0, "{'type':'signature_delta','signature':'seal'}"),
            Written.json("{'type':'content_block_stop','index':0}"));
  }

  @Test
  void aForeignSealIsTagged() {
    List<JsonNode> data =
        Written.data(
            sink -> {
              sink.begin(null, null, null);
              sink.signature(0, new Signature(Family.OPENAI, "abc"));
              sink.close(0);
            });
    assertThat(data.get(2))
        .isEqualTo(delta(0, "{'type':'signature_delta','signature':'openai:abc'}"));
  }

  @Test
  void redactedThinkingIsABlockWithoutDeltas() {
    List<JsonNode> data =
        Written.data(
            sink -> {
              sink.begin(null, null, null);
              sink.reasoning(0, "");
              sink.signature(0, new Signature(Family.ANTHROPIC, "data", true));
              sink.close(0);
            });
    assertThat(data.subList(1, data.size()))
        .containsExactly(
            Written.json(
                "{'type':'content_block_start','index':0,'content_block':"
                    + "{'type':'redacted_thinking','data':'data'}}"),
            Written.json("{'type':'content_block_stop','index':0}"));
  }

  @Test
  void aCallBeginsWithEmptyInput() {
    List<JsonNode> data =
        Written.data(
            sink -> {
              sink.begin(null, null, null);
              sink.toolCall(0, "call_1", "look", null);
              sink.arguments(0, "");
              sink.arguments(0, "{\"a\":1}");
              sink.close(0);
            });
    assertThat(data.subList(1, data.size()))
        .containsExactly(
            Written.json(
                "{'type':'content_block_start','index':0,'content_block':"
                    + "{'type':'tool_use','id':'call_1','name':'look','input':{}}}"),
            delta(0, "{'type':'input_json_delta','partial_json':'{\\'a\\':1}'}"),
            Written.json("{'type':'content_block_stop','index':0}"));
  }

  @Test
  void theSealOfACallIsAThinkingBlockBeforeIt() {
    List<JsonNode> data =
        Written.data(
            sink -> {
              sink.begin(null, null, null);
              sink.toolCall(0, "call_1", "look", new Signature(Family.GOOGLE, "xyz"));
              sink.close(0);
            });
    assertThat(data.get(1).at("/content_block/type").textValue()).isEqualTo("thinking");
    assertThat(data.get(2))
        .isEqualTo(delta(0, "{'type':'signature_delta','signature':'google:xyz'}"));
    assertThat(data.get(4).get("index").intValue()).isEqualTo(1);
    assertThat(data.get(4).at("/content_block/type").textValue()).isEqualTo("tool_use");
  }

  @Test
  void interleavedCallsBecomeBlocksOneAfterTheOther() {
    List<JsonNode> data =
        Written.data(
            sink -> {
              sink.begin(null, null, null);
              sink.toolCall(0, "call_1", "a", null);
              sink.toolCall(1, "call_2", "b", null);
              sink.arguments(1, "{\"y\"");
              sink.arguments(0, "{\"x\":1}");
              sink.arguments(1, ":2}");
              sink.close(0);
              sink.close(1);
              sink.finish(StopReason.TOOL_CALLS, null, null);
            });
    assertThat(data.stream().map(MessagesAnswerWriterTest::indexed))
        .containsExactly(
            "message_start",
            "content_block_start 0",
            "content_block_delta 0",
            "content_block_stop 0",
            "content_block_start 1",
            "content_block_delta 1",
            "content_block_delta 1",
            "content_block_stop 1",
            "message_delta",
            "message_stop");
  }

  @Test
  void aPartThatSaysNothingHasNoBlock() {
    assertThat(
            types(
                sink -> {
                  sink.begin(null, null, null);
                  sink.text(0, "");
                  sink.close(0);
                  sink.reasoning(1, "");
                  sink.close(1);
                  sink.finish(StopReason.END, null, null);
                }))
        .containsExactly("message_start", "message_delta", "message_stop");
  }

  @Test
  void aTextsSealHasNoPlace() {
    List<JsonNode> data =
        Written.data(
            sink -> {
              sink.begin(null, null, null);
              sink.text(0, "Hello");
              sink.signature(0, new Signature(Family.GOOGLE, "xyz"));
              sink.close(0);
            });
    assertThat(data).hasSize(4);
  }

  @Test
  void aRefusalIsTextThatStopsAsRefused() {
    List<JsonNode> data =
        Written.data(
            sink -> {
              sink.begin(null, null, null);
              sink.refusal(0, "I will not.");
              sink.close(0);
              sink.finish(StopReason.END, null, null);
            });
    assertThat(data.get(2)).isEqualTo(delta(0, "{'type':'text_delta','text':'I will not.'}"));
    assertThat(data.get(4).at("/delta/stop_reason").textValue()).isEqualTo("refusal");
  }

  @ParameterizedTest
  @CsvSource({
    "END, end_turn",
    "STOP_SEQUENCE, stop_sequence",
    "MAX_TOKENS, max_tokens",
    "TOOL_CALLS, tool_use",
    "REFUSAL, refusal",
    "PAUSE, pause_turn",
    "CONTEXT_WINDOW, model_context_window_exceeded",
    "ERROR, end_turn",
    "OTHER, end_turn"
  })
  void stopReasonsHaveTheirWords(StopReason stop, String word) {
    assertThat(answered(stop).get(1).at("/delta/stop_reason").textValue()).isEqualTo(word);
  }

  @Test
  void anErrorIsTheErrorEventAndNothingAfterIt() {
    List<SseEvent> events =
        Written.events(
            sink -> {
              sink.begin(null, null, null);
              sink.text(0, "Hel");
              sink.fail(new UpstreamError(529, null, null, "Overloaded", null));
            });
    SseEvent last = events.get(events.size() - 1);
    assertThat(last.event()).isEqualTo("error");
    assertThat(Written.json(last.data()))
        .isEqualTo(
            Written.json(
                "{'type':'error','error':{'type':'overloaded_error','message':'Overloaded'}}"));
  }

  @Test
  void aDeltaIsWrittenAtOnce() {
    MessagesAnswerWriter writer = new MessagesAnswerWriter(Written.CONTEXT);
    writer.begin(null, null, null);
    writer.take();
    writer.text(0, "a");
    assertThat(new String(writer.take(), StandardCharsets.UTF_8)).contains("\"text\":\"a\"");
    assertThat(writer.take()).isEmpty();
  }

  @Test
  void aCutStreamIsNotEnded() {
    assertThat(
            types(
                sink -> {
                  sink.begin(null, null, null);
                  sink.text(0, "Hel");
                }))
        .doesNotContain("content_block_stop", "message_delta", "message_stop");
  }

  private static List<JsonNode> answered(StopReason stop) {
    return Written.data(
        sink -> {
          sink.begin(null, null, null);
          sink.finish(stop, null, null);
        });
  }

  private static List<String> types(Consumer<AnswerSink> answer) {
    return Written.data(answer).stream().map(data -> data.get("type").textValue()).toList();
  }

  private static String indexed(JsonNode data) {
    String type = data.get("type").textValue();
    return data.has("index") ? type + " " + data.get("index") : type;
  }

  private static JsonNode delta(int index, String delta) {
    return Written.json(
        "{'type':'content_block_delta','index':" + index + ",'delta':" + delta + "}");
  }
}

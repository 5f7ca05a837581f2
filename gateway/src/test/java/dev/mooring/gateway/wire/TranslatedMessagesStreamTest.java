package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a client of Messages needs of a stream, whose provider speaks another API. */
class TranslatedMessagesStreamTest {
  private static final Set<String> KNOWN =
      Set.of(
          "message_start",
          "content_block_start",
          "content_block_delta",
          "content_block_stop",
          "message_delta",
          "message_stop",
          "ping");
  private static final String HELLO =
      chunk("{'role':'assistant','content':''}", "null") + chunk("{'content':'Hello'}", "null");
  private static final String END =
      chunk("{}", "'stop'")
          + "data: {'id':'chatcmpl-1','model':'up','choices':[],'usage':{'prompt_tokens':100,"
          + "'completion_tokens':7,'prompt_tokens_details':{'cached_tokens':60}}}\n\n"
          + "data: [DONE]\n\n";

  @Test
  void eachEventHasAnEventLineWithItsType() {
    assertThat(events(HELLO + END))
        .allSatisfy(event -> assertThat(event.name()).isEqualTo(type(event)));
  }

  @Test
  void noEventIsOfATypeThatClientsDoNotKnow() {
    String odd = ": a comment\n\nevent: ping\ndata: {'choices':[]}\n\n";
    assertThat(events(HELLO + odd + END))
        .allSatisfy(event -> assertThat(KNOWN).contains(event.name()));
  }

  @Test
  void thereIsOneStartAndOneStop() {
    List<String> names = names(HELLO + END);
    assertThat(names).first().isEqualTo("message_start");
    assertThat(names).last().isEqualTo("message_stop");
    assertThat(names).containsOnlyOnce("message_start", "message_delta", "message_stop");
  }

  @Test
  void usageStandsInTheStartAndInTheLastDelta() {
    List<Answer.Event> events = events(HELLO + END);
    assertThat(events.get(0).json().at("/message/usage/input_tokens").isNumber()).isTrue();
    assertThat(events.get(0).json().at("/message/usage/output_tokens").isNumber()).isTrue();
    JsonNode usage = events.get(events.size() - 2).json().get("usage");
    assertThat(usage.get("input_tokens").intValue()).isEqualTo(40);
    assertThat(usage.get("cache_read_input_tokens").intValue()).isEqualTo(60);
    assertThat(usage.get("output_tokens").intValue()).isEqualTo(7);
  }

  @Test
  void usageIsThereAlsoWhereTheProviderTellsNone() {
    List<Answer.Event> events = events(HELLO + chunk("{}", "'stop'") + "data: [DONE]\n\n");
    JsonNode delta = events.get(events.size() - 2).json();
    assertThat(delta.at("/usage/output_tokens").isNumber()).isTrue();
  }

  @Test
  void callsThatInterleaveBecomeBlocksOneAfterTheOther() {
    String calls =
        chunk("{'tool_calls':[" + call(0, "'id':'c0','type':'function',", "a", "{") + "]}", "null")
            + chunk(
                "{'tool_calls':[" + call(1, "'id':'c1','type':'function',", "b", "{") + "]}",
                "null")
            + chunk("{'tool_calls':[{'index':0,'function':{'arguments':'}'}}]}", "null")
            + chunk("{'tool_calls':[{'index':1,'function':{'arguments':'}'}}]}", "null")
            + chunk("{}", "'tool_calls'")
            + "data: [DONE]\n\n";
    List<Answer.Event> events = events(HELLO + calls);
    List<String> opened = new ArrayList<>();
    int open = -1;
    for (Answer.Event event : events) {
      JsonNode json = event.json();
      switch (event.name()) {
        case "content_block_start" -> {
          assertThat(open).isEqualTo(-1);
          open = json.get("index").intValue();
          opened.add(open + json.at("/content_block/type").textValue());
        }
        case "content_block_delta" -> assertThat(json.get("index").intValue()).isEqualTo(open);
        case "content_block_stop" -> open = -1;
        default -> assertThat(open).isEqualTo(-1);
      }
    }
    assertThat(opened).containsExactly("0text", "1tool_use", "2tool_use");
    assertThat(events.get(events.size() - 2).json().at("/delta/stop_reason").textValue())
        .isEqualTo("tool_use");
  }

  @Test
  void thoughtsAreAThinkingBlockBeforeTheText() {
    List<Answer.Event> events =
        events(chunk("{'role':'assistant','reasoning_content':'Hm'}", "null") + HELLO + END);
    assertThat(events.get(1).json().get("content_block"))
        .hasToString("{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}");
    assertThat(events.get(2).json().at("/delta/thinking").textValue()).isEqualTo("Hm");
    assertThat(events.get(3).name()).isEqualTo("content_block_stop");
  }

  @Test
  void aStreamThatIsCutEndsWithTheErrorEvent() {
    List<Answer.Event> events = events(HELLO);
    assertThat(events.get(events.size() - 1).name()).isEqualTo("error");
    assertThat(events.get(events.size() - 1).json().at("/error/type").textValue()).isNotBlank();
    assertThat(events).noneMatch(event -> event.name().equals("message_stop"));
  }

  @Test
  void anErrorWithinTheStreamIsTheErrorEvent() {
    List<Answer.Event> events =
        events(HELLO + "data: {'error':{'message':'Too much.','code':'rate_limit_exceeded'}}\n\n");
    Answer.Event last = events.get(events.size() - 1);
    assertThat(last.name()).isEqualTo("error");
    assertThat(last.json().at("/error/type").textValue()).isEqualTo("rate_limit_error");
    assertThat(last.json().at("/error/message").textValue()).contains("Too much.");
  }

  @Test
  void aStreamOfMessagesWithoutItsStopIsNoCompleteAnswerOfAnotherApi() {
    String cut =
        named(
                "message_start",
                "{'type':'message_start','message':{'id':'msg_1','model':'up','usage':"
                    + "{'input_tokens':1,'output_tokens':1}}}")
            + named(
                "content_block_start",
                "{'type':'content_block_start','index':0,'content_block':"
                    + "{'type':'text','text':''}}")
            + named(
                "content_block_delta",
                "{'type':'content_block_delta','index':0,'delta':"
                    + "{'type':'text_delta','text':'Hel'}}")
            + named(
                "message_delta",
                "{'type':'message_delta','delta':{'stop_reason':'end_turn'},'usage':"
                    + "{'output_tokens':2}}");
    Answer answer = served(SampleTurn.CHAT, "messages", cut);
    assertThat(SampleTurn.CHAT.endsCleanly(answer.events())).as(answer.text()).isFalse();
    assertThat(SampleTurn.CHAT.error(SampleTurn.CHAT.last(answer.events())).isObject()).isTrue();
  }

  private static String type(Answer.Event event) {
    return event.json().path("type").asText();
  }

  private static List<String> names(String stream) {
    return events(stream).stream().map(Answer.Event::name).toList();
  }

  private static List<Answer.Event> events(String stream) {
    Answer answer = served(SampleTurn.MESSAGES, "chat", stream);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(answer.text()).endsWith("\n\n");
    return answer.events();
  }

  /** What a caller gets whose provider speaks one API and answers with a stream. */
  private static Answer served(SampleTurn caller, String api, String stream) {
    List<Answer> answers = new ArrayList<>();
    try (RawUpstream provider = RawUpstream.streaming(stream.replace('\'', '"'));
        Wire wire =
            Wire.of(
                """
                health: { failures: 1000 }
                providers:
                  - { id: p, type: openai-compatible, apis: [%s], baseUrl: "%s",
                      retry: { maxRetries: 0 } }
                models: [{ id: m, targets: [{ provider: p, model: up }] }]
                """
                    .formatted(api, provider.origin()),
                new SimulatorConfig[0])) {
      answers.add(wire.post(caller.path(), caller.stream()));
    }
    return answers.get(0);
  }

  private static String chunk(String delta, String finish) {
    return "data: {'id':'chatcmpl-1','object':'chat.completion.chunk','model':'up','choices':["
        + "{'index':0,'delta':"
        + delta
        + ",'finish_reason':"
        + finish
        + "}]}\n\n";
  }

  private static String call(int index, String identity, String name, String arguments) {
    return "{'index':"
        + index
        + ","
        + identity
        + "'function':{'name':'"
        + name
        + "','arguments':'"
        + arguments
        + "'}}";
  }

  private static String named(String name, String data) {
    return "event: " + name + "\ndata: " + data + "\n\n";
  }
}

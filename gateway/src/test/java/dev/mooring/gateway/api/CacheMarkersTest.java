package dev.mooring.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.CacheMarker;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.MarkerPoint;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where cache markers go, to the byte. {@code ^} stands for a marker as a member. */
final class CacheMarkersTest {
  private static final CacheMarking AUTO =
      new CacheMarking(CacheMarker.CACHE_CONTROL, false, List.of(), 0);
  private static final CacheMarking BREAKPOINTS =
      new CacheMarking(CacheMarker.BREAKPOINT, false, List.of(), 0);

  @Test
  void theLastMessageAndTheOneBeforeTheLastUserMessageAreMarked() {
    assertMarked(
        Api.MESSAGES,
        "{'model':'m','system':'be kind','messages':[{'role':'user','content':'a'},"
            + "{'role':'assistant','content':[{'type':'text','text':'b'}]},"
            + "{'role':'user','content': 'c' }]}",
        "{'model':'m','system':'be kind','messages':[{'role':'user','content':'a'},"
            + "{'role':'assistant','content':[{'type':'text','text':'b',^}]},"
            + "{'role':'user','content': [{'type':'text','text':'c',^}] }]}");
  }

  @Test
  void theFirstTurnMarksTheSystemPromptWhereverItStands() {
    assertMarked(
        Api.MESSAGES,
        "{'model':'m','messages':[{'role':'user','content':'a'}],'system':'be kind'}",
        "{'model':'m','messages':[{'role':'user','content':[{'type':'text','text':'a',^}]}],"
            + "'system':[{'type':'text','text':'be kind',^}]}");
    assertMarked(
        Api.MESSAGES,
        "{'model':'m','system':[{'type':'text','text':'x'},{'type':'text','text':'y' }],"
            + "'messages':[{'role':'user','content':'a'}]}",
        "{'model':'m','system':[{'type':'text','text':'x'},{'type':'text','text':'y' ,^}],"
            + "'messages':[{'role':'user','content':[{'type':'text','text':'a',^}]}]}");
    assertMarked(
        Api.CHAT,
        "{'model':'m','messages':[{'role':'developer','content':'be kind'},"
            + "{'content':'a','role':'user'}]}",
        "{'model':'m','messages':[{'role':'developer','content':"
            + "[{'type':'text','text':'be kind',^}]},"
            + "{'content':[{'type':'text','text':'a',^}],'role':'user'}]}");
  }

  @Test
  void aLonelyUserMessageTakesTheOneMarker() {
    assertMarked(
        Api.CHAT,
        "{'model':'m','messages':[{'role':'user','content':'a'}]}",
        "{'model':'m','messages':[{'role':'user','content':[{'type':'text','text':'a',^}]}]}");
  }

  @Test
  void withoutAUserMessageTheSystemPromptIsMarked() {
    assertMarked(
        Api.CHAT,
        "{'model':'m','messages':[{'role':'system','content':'s'},{'role':'assistant','content':'a'},"
            + "{'role':'tool','tool_call_id':'1','content':'t'}]}",
        "{'model':'m','messages':[{'role':'system','content':[{'type':'text','text':'s',^}]},"
            + "{'role':'assistant','content':'a'},"
            + "{'role':'tool','tool_call_id':'1','content':[{'type':'text','text':'t',^}]}]}");
  }

  @Test
  void aToolsResultAndItsCallAreMarkedAsBlocks() {
    assertMarked(
        Api.MESSAGES,
        "{'model':'m','messages':[{'role':'user','content':'a'},"
            + "{'role':'assistant','content':[{'type':'text','text':'b'},"
            + "{'type':'tool_use','id':'1','name':'f','input':{'x':{}}}]},"
            + "{'role':'user','content':[{'type':'tool_result','tool_use_id':'1',"
            + "'content':[{'type':'text','text':'r'}]}]}]}",
        "{'model':'m','messages':[{'role':'user','content':'a'},"
            + "{'role':'assistant','content':[{'type':'text','text':'b'},"
            + "{'type':'tool_use','id':'1','name':'f','input':{'x':{}},^}]},"
            + "{'role':'user','content':[{'type':'tool_result','tool_use_id':'1',"
            + "'content':[{'type':'text','text':'r'}],^}]}]}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'thinking','thinking':'t','signature':'s'}",
        "{'type':'redacted_thinking','data':'d'}",
        "{'type':'text','text':''}",
        "{'type':'text','text':' \\n\\t '}",
        "{'type':'text','text':null}",
        "{'type':'text'}",
        "{'type':'from_the_future','text':'x'}",
        "{'type':'text','text':'x','cache_control':null}",
      })
  void whatCannotBeMarkedLeavesItToTheNearestBlockBefore(String block) {
    assertMarked(
        Api.MESSAGES,
        "{'model':'m','system':'','messages':[{'role':'user','content':[{'type':'text','text':'a'},"
            + block
            + "]},{'role':'assistant','content':["
            + block
            + "]}]}",
        "{'model':'m','system':'','messages':[{'role':'user','content':[{'type':'text','text':'a',^},"
            + block
            + "]},{'role':'assistant','content':["
            + block
            + "]}]}");
  }

  @Test
  void chatMarksTextsOnlySinceRoutersTakeMarkersNowhereElse() {
    assertMarked(
        Api.CHAT,
        "{'model':'m','messages':[{'role':'user','content':[{'type':'text','text':'a'},"
            + "{'type':'image_url','image_url':{'url':'u'}}]},"
            + "{'role':'assistant','content':null,'tool_calls':[]},{'role':'tool','content':''}]}",
        "{'model':'m','messages':[{'role':'user','content':[{'type':'text','text':'a',^},"
            + "{'type':'image_url','image_url':{'url':'u'}}]},"
            + "{'role':'assistant','content':null,'tool_calls':[]},{'role':'tool','content':''}]}");
  }

  @Test
  void breakpointsGoOnInputOnly() {
    assertMarked(
        Api.CHAT,
        BREAKPOINTS,
        "{'model':'m','messages':[{'role':'user','content':'a'},{'role':'assistant','content':'b'},"
            + "{'role':'user','content':[{'type':'file','file':{}}]},"
            + "{'role':'tool','content':'t'}]}",
        "{'model':'m','messages':[{'role':'user','content':[{'type':'text','text':'a',^}]},"
            + "{'role':'assistant','content':'b'},"
            + "{'role':'user','content':[{'type':'file','file':{},^}]},"
            + "{'role':'tool','content':'t'}]}");
    assertMarked(
        Api.RESPONSES,
        BREAKPOINTS,
        "{'model':'m','instructions':'i','input':[{'role':'user','content':'a'},"
            + "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'b'}]},"
            + "{'role':'user','content':[{'type':'input_image','image_url':'u'}]},"
            + "{'type':'function_call_output','call_id':'c','output':'t'}]}",
        "{'model':'m','instructions':'i','input':[{'role':'user','content':"
            + "[{'type':'input_text','text':'a',^}]},"
            + "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'b'}]},"
            + "{'role':'user','content':[{'type':'input_image','image_url':'u',^}]},"
            + "{'type':'function_call_output','call_id':'c','output':'t'}]}");
    assertMarked(
        Api.MESSAGES,
        BREAKPOINTS,
        "{'model':'m','messages':[{'role':'user','content':'a'}]}",
        "{'model':'m','messages':[{'role':'user','content':'a'}]}");
  }

  @Test
  void anInputThatIsAStringBecomesAMessage() {
    assertMarked(
        Api.RESPONSES,
        "{'model':'m','input':'a','store':false}",
        "{'model':'m','input':[{'role':'user','content':[{'type':'input_text','text':'a',^}]}],"
            + "'store':false}");
    assertMarked(Api.RESPONSES, "{'model':'m','input':'  '}", "{'model':'m','input':'  '}");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "2, 2", "3, 0", "4, 0", "5, 0"})
  void anAnchorIsMarkedWhereItIsWithinTheInputAndAddsAPlace(int items, int marked) {
    String input =
        "{'model':'m','input':[{'role':'developer','content':[{'type':'input_text','text':'1'%s}]},"
            + "{'role':'user','content':[{'type':'input_text','text':'2'%s}]},"
            + "{'role':'user','content':[{'type':'input_text','text':'3',^}]},"
            + "{'role':'user','content':[{'type':'input_text','text':'4',^}]}]}";
    assertMarked(
        Api.RESPONSES,
        new CacheMarking(CacheMarker.CACHE_CONTROL, false, List.of(), items),
        input.formatted("", "").replace(",^", ""),
        input.formatted(marked == 1 ? ",^" : "", marked == 2 ? ",^" : ""));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "system, -, 0",
        "developer, -, 0",
        "user, -, 1 3 5 6",
        "assistant, -, 2 4",
        "-, 0, 0",
        "-, 6, 6",
        "-, 7, ''",
        "-, -1, 6",
        "-, -7, 0",
        "-, -8, ''",
        "user, -1, 6",
        "user, 0, ''",
        "assistant, -3, 4",
        "tool, -, ''",
        "-, -, 3 4 5 6",
      })
  void pointsReplaceTheTwoPlaces(@Nullable String role, @Nullable Integer index, String marked) {
    String[] roles = {"system", "user", "assistant", "user", "assistant", "user", "user"};
    StringBuilder plain = new StringBuilder("{'model':'m','messages':[");
    for (int i = 0; i < roles.length; i++) {
      plain
          .append(i == 0 ? "" : ",")
          .append("{'role':'" + roles[i] + "','content':[{'type':'text','text':'")
          .append(i)
          .append("'}]}");
    }
    String expected = plain.toString();
    for (String each : marked.split(" ", -1)) {
      expected = expected.replace("'text':'" + each + "'", "'text':'" + each + "',^");
    }
    assertMarked(
        Api.CHAT,
        new CacheMarking(
            CacheMarker.CACHE_CONTROL, false, List.of(new MarkerPoint(role, index)), 0),
        plain + "]}",
        expected + "]}");
  }

  @Test
  void pointsCountTheSystemPromptOfMessagesAsTheFirst() {
    assertMarked(
        Api.MESSAGES,
        new CacheMarking(
            CacheMarker.CACHE_CONTROL,
            false,
            List.of(new MarkerPoint(null, 0), new MarkerPoint("user", 1)),
            0),
        "{'model':'m','messages':[{'role':'user','content':'a'},{'role':'user','content':'b'}],"
            + "'system':'s'}",
        "{'model':'m','messages':[{'role':'user','content':[{'type':'text','text':'a',^}]},"
            + "{'role':'user','content':'b'}],'system':[{'type':'text','text':'s',^}]}");
  }

  @Test
  void severalPointsShareTheFourMarkersInTheOrderWritten() {
    assertMarked(
        Api.CHAT,
        new CacheMarking(
            CacheMarker.CACHE_CONTROL,
            false,
            List.of(
                new MarkerPoint("system", null),
                new MarkerPoint(null, 0),
                new MarkerPoint("user", null)),
            0),
        messages("'s'", "'1'", "'2'", "'3'", "'4'"),
        messages(wrapped("s"), "'1'", wrapped("2"), wrapped("3"), wrapped("4")));
  }

  @Test
  void aMarkerThatAsksForAnHourSaysSo() {
    String body = "{'model':'m','messages':[{'role':'user','content':'a'}]}".replace('\'', '"');
    CacheMarking hour = new CacheMarking(CacheMarker.CACHE_CONTROL, true, List.of(), 0);
    assertThat(sent(Api.MESSAGES, body, hour))
        .contains("\"cache_control\":{\"type\":\"ephemeral\",\"ttl\":\"1h\"}");
  }

  @Test
  void ourFieldsAreCutAndTheModelNamedBesideTheMarkers() {
    String body =
        "{\"caching\":\"auto\",\"model\":\"m\",\"stream\":true,"
            + "\"messages\":[{\"role\":\"user\",\"content\":\"a\"}],\"session_id\":\"s\"}";
    Envelope envelope = Envelope.read(Api.CHAT, body.getBytes(StandardCharsets.UTF_8));
    assertThat(
            new String(
                envelope.upstreamBody("up", true, false, AUTO, PlainShape.IN_BODY),
                StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"model\":\"up\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":"
                + "[{\"type\":\"text\",\"text\":\"a\",\"cache_control\":{\"type\":\"ephemeral\"}}]}]"
                + ",\"stream_options\":{\"include_usage\":true}}");
  }

  @Test
  void thinkingIsStrippedBesideTheMarkers() {
    String body =
        ("{'model':'m','messages':[{'role':'user','content':'a'},{'role':'assistant','content':["
                + "{'type':'thinking','thinking':'t','signature':'s'},{'type':'text','text':'b'},"
                + "{'type':'thinking','thinking':'t','signature':'s'}]},"
                + "{'role':'user','content':'c'}]}")
            .replace('\'', '"');
    Envelope envelope = Envelope.read(Api.MESSAGES, body.getBytes(StandardCharsets.UTF_8));
    assertThat(
            new String(
                envelope.upstreamBody("m", false, true, AUTO, PlainShape.IN_BODY),
                StandardCharsets.UTF_8))
        .isEqualTo(
            marked(
                "{'model':'m','messages':[{'role':'user','content':'a'},"
                    + "{'role':'assistant','content':[{'type':'text','text':'b',^}]},"
                    + "{'role':'user','content':[{'type':'text','text':'c',^}]}]}",
                AUTO));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'cache_control':{'type':'ephemeral'},'messages':[]",
        "'tools':[{'name':'f','cache_control':{'type':'ephemeral'}}],'messages':[]",
        "'tools':[{'type':'function','function':{'cache_control':{}}}],'messages':[]",
        "'tools':[{'cachePoint':{'type':'default'}}],'messages':[]",
        "'system':[{'type':'text','text':'a','cache_control':{'type':'ephemeral'}}],'messages':[]",
        "'system':[{'text':'a'},{'cachePoint':{'type':'default'}}],'messages':[]",
        "'messages':[{'role':'user','content':'a','cache_control':{'type':'ephemeral'}}]",
        "'messages':[{'role':'user','content':[{'type':'text','cache_control':{}}]}]",
        "'messages':[{'role':'user','content':[{'type':'tool_result',"
            + "'content':[{'type':'text','text':'a','cache_control':{}}]}]}]",
        "'messages':[{'content':[{'type':'text','prompt_cache_breakpoint':{'mode':'explicit'}}]}]",
        "'messages':[{'content':[{'text':'a'},{'cachePoint':{'type':'default'}}]}]",
        "'prompt_cache_options':{'mode':'explicit'},'messages':[]",
      })
  void aMarkerOfTheCallersOwnIsSeenWhereverItStands(String members) {
    for (Api api : new Api[] {Api.CHAT, Api.MESSAGES}) {
      assertThat(read(api, "{'model':'m'," + members + "}").marked()).isTrue();
    }
    String input = members.replace("'messages'", "'input'");
    assertThat(read(Api.RESPONSES, "{'model':'m'," + input + "}").marked()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'cache_control':null,'messages':[]",
        "'prompt_cache_options':{'mode':'implicit','ttl':'30m'},'messages':[]",
        "'tools':[{'name':'f','input_schema':{'cache_control':{'type':'string'}}}],'messages':[]",
        "'messages':[{'role':'assistant','content':[{'type':'tool_use',"
            + "'input':{'cache_control':{}}}]}]",
        "'messages':[{'role':'user','content':'cache_control'}]",
        "'metadata':{'cache_control':{}},'messages':[]",
      })
  void whatIsTheCallersDataIsNoMarker(String members) {
    assertThat(read(Api.MESSAGES, "{'model':'m'," + members + "}").marked()).isFalse();
  }

  @Test
  void moreMessagesThanAnyPromptHasAreLeftAlone() {
    String many = "{'role':'user','content':'a'},".repeat(MarkableMessages.MOST);
    String body = "{'model':'m','messages':[" + many + "{'role':'user','content':'a'}]}";
    assertMarked(Api.CHAT, body, body);
  }

  private static String messages(String first, String... users) {
    StringBuilder body =
        new StringBuilder("{'model':'m','messages':[{'role':'system','content':" + first + "}");
    for (String user : users) {
      body.append(",{'role':'user','content':").append(user).append('}');
    }
    return body + "]}";
  }

  private static String wrapped(String text) {
    return "[{'type':'text','text':'" + text + "',^}]";
  }

  private static void assertMarked(Api api, String body, String expected) {
    assertMarked(api, AUTO, body, expected);
  }

  private static void assertMarked(Api api, CacheMarking marking, String body, String expected) {
    assertThat(sent(api, body.replace('\'', '"'), marking)).isEqualTo(marked(expected, marking));
  }

  private static String marked(String text, CacheMarking marking) {
    String member =
        marking.marker() == CacheMarker.BREAKPOINT
            ? "'prompt_cache_breakpoint':{'mode':'explicit'}"
            : "'cache_control':{'type':'ephemeral'}";
    return text.replace("^", member).replace('\'', '"');
  }

  private static String sent(Api api, String body, CacheMarking marking) {
    Envelope envelope = Envelope.read(api, body.getBytes(StandardCharsets.UTF_8));
    return new String(
        envelope.upstreamBody(envelope.model(), false, false, marking, PlainShape.IN_BODY),
        StandardCharsets.UTF_8);
  }

  private static Envelope read(Api api, String body) {
    return Envelope.read(api, body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }
}

package dev.mooring.gateway.translate.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.Message.Role;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Part.Media;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.Signature.Family;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The conversation as Anthropic's API wants it. */
class TurnsTest {
  private final List<String> warned = new ArrayList<>();

  @BeforeEach
  void forget() {
    warned.clear();
  }

  @Test
  void neighboursOfOneRoleAreOneMessage() {
    assertThat(
            messages(
                Message.text(Role.USER, "a"),
                Message.text(Role.USER, "b"),
                Message.text(Role.ASSISTANT, "c"),
                Message.text(Role.ASSISTANT, "d")))
        .isEqualTo(
            Written.json(
                "[{'role':'user','content':[{'type':'text','text':'a'},"
                    + "{'type':'text','text':'b'}]},"
                    + "{'role':'assistant','content':[{'type':'text','text':'c'},"
                    + "{'type':'text','text':'d'}]}]"));
    assertThat(warned).isEmpty();
  }

  @Test
  void systemTextsAtTheStartStandApart() {
    JsonNode body =
        body(
            Message.text(Role.SYSTEM, "a"),
            Message.text(Role.SYSTEM, "b"),
            Message.text(Role.USER, "c"));
    assertThat(body.get("system"))
        .isEqualTo(Written.json("[{'type':'text','text':'a'},{'type':'text','text':'b'}]"));
    assertThat(body.get("messages")).hasSize(1);
  }

  @Test
  void aLaterSystemTextIsToldByTheUserSoThatThePromptBeforeItStays() {
    JsonNode body =
        body(
            Message.text(Role.USER, "a"),
            Message.text(Role.ASSISTANT, "b"),
            Message.text(Role.SYSTEM, "Be brief."),
            Message.text(Role.USER, "c"));
    assertThat(body.has("system")).isFalse();
    assertThat(body.at("/messages/2/content/0/text").textValue())
        .isEqualTo("<system>\nBe brief.\n</system>");
    assertThat(warned).containsExactly("messages");
  }

  @Test
  void theResultsOfATurnAreOneMessageAndComeFirst() {
    JsonNode messages =
        messages(
            Message.text(Role.USER, "a"),
            assistant(call("1"), call("2")),
            Message.text(Role.USER, "Well?"),
            tool(result("2", "two")),
            tool(result("1", "one")));
    assertThat(messages.get(2))
        .isEqualTo(
            Written.json(
                "{'role':'user','content':["
                    + "{'type':'tool_result','tool_use_id':'2','content':["
                    + "{'type':'text','text':'two'}]},"
                    + "{'type':'tool_result','tool_use_id':'1','content':["
                    + "{'type':'text','text':'one'}]},"
                    + "{'type':'text','text':'Well?'}]}"));
    assertThat(warned).isEmpty();
  }

  @Test
  void aResultWithoutItsCallIsText() {
    JsonNode messages = messages(Message.text(Role.USER, "a"), tool(result("9", "nine")));
    assertThat(messages.at("/0/content/1"))
        .isEqualTo(Written.json("{'type':'text','text':'nine'}"));
    assertThat(warned).containsExactly("messages");
  }

  @Test
  void aCallWithoutItsResultGetsOne() {
    JsonNode messages =
        messages(
            Message.text(Role.USER, "a"),
            assistant(call("1"), call("2")),
            tool(result("1", "one")));
    assertThat(messages.at("/2/content/1"))
        .isEqualTo(
            Written.json(
                "{'type':'tool_result','tool_use_id':'2','content':["
                    + "{'type':'text','text':'No result was given.'}],'is_error':true}"));
    assertThat(warned).containsExactly("messages");
  }

  @Test
  void callsAtTheVeryEndAreAnsweredToo() {
    JsonNode messages = messages(Message.text(Role.USER, "a"), assistant(call("1")));
    assertThat(messages).hasSize(3);
    assertThat(messages.at("/2/content/0/tool_use_id").textValue()).isEqualTo("1");
  }

  @Test
  void theUserBegins() {
    JsonNode messages = messages(Message.text(Role.ASSISTANT, "a"), Message.text(Role.USER, "b"));
    assertThat(messages.at("/0"))
        .isEqualTo(Written.json("{'role':'user','content':[{'type':'text','text':'Begin.'}]}"));
    assertThat(warned).containsExactly("messages");
  }

  @Test
  void blankTextsAreLeftOutAndTheirMarkerMovesForward() {
    JsonNode messages =
        messages(
            new Message(
                Role.USER, List.of(new Part.Text("a", null), new Part.Text(" \n", CacheMark.HOUR))),
            Message.text(Role.ASSISTANT, ""),
            Message.text(Role.USER, "b"));
    assertThat(messages)
        .isEqualTo(
            Written.json(
                "[{'role':'user','content':[{'type':'text','text':'a','cache_control':"
                    + "{'type':'ephemeral','ttl':'1h'}},{'type':'text','text':'b'}]}]"));
  }

  @Test
  void theEndOfAnAnswerToGoOnWithHasNoWhiteSpace() {
    JsonNode messages =
        messages(Message.text(Role.USER, "a"), Message.text(Role.ASSISTANT, "b \n"));
    assertThat(messages.at("/1/content/0/text").textValue()).isEqualTo("b");
  }

  @Test
  void onlyReasoningThatAnthropicSignedGoesBackWithOneWarning() {
    JsonNode messages =
        messages(
            Message.text(Role.USER, "a"),
            assistant(
                new Part.Reasoning("x", new Signature(Family.OPENAI, "o")),
                new Part.Reasoning("y", null),
                new Part.Reasoning("z", new Signature(Family.ANTHROPIC, "s")),
                new Part.Reasoning("", new Signature(Family.ANTHROPIC, "d", true)),
                new Part.Text("b", null)),
            Message.text(Role.USER, "c"));
    assertThat(messages.at("/1/content"))
        .isEqualTo(
            Written.json(
                "[{'type':'thinking','thinking':'z','signature':'s'},"
                    + "{'type':'redacted_thinking','data':'d'},{'type':'text','text':'b'}]"));
    assertThat(warned).containsExactly("reasoning");
  }

  @Test
  void aRefusalIsText() {
    JsonNode messages =
        messages(
            Message.text(Role.USER, "a"),
            assistant(new Part.Refusal("No.")),
            Message.text(Role.USER, "c"));
    assertThat(messages.at("/1/content/0")).isEqualTo(Written.json("{'type':'text','text':'No.'}"));
  }

  @Test
  void idsThatTheApiDoesNotTakeAreHashedInTheCallAndInItsResult() {
    String id = "call:1|" + "x".repeat(80);
    JsonNode messages =
        messages(Message.text(Role.USER, "a"), assistant(call(id)), tool(result(id, "one")));
    String written = messages.at("/1/content/0/id").textValue();
    assertThat(written).matches("call_[0-9A-Za-z]{24}");
    assertThat(messages.at("/2/content/0/tool_use_id").textValue()).isEqualTo(written);
  }

  @Test
  void argumentsAreAnObject() {
    Part call = new Part.ToolCall("1", "look", "{\"b\":1.50,\"a\":2}", null, null);
    Part none = new Part.ToolCall("2", "look", "", null, null);
    JsonNode messages =
        messages(
            Message.text(Role.USER, "a"),
            assistant(call, none),
            tool(result("1", "one"), result("2", "two")));
    assertThat(messages.at("/1/content/0/input")).hasToString("{\"b\":1.50,\"a\":2}");
    assertThat(messages.at("/1/content/1/input")).hasToString("{}");
  }

  @ParameterizedTest
  @CsvSource({"[1]", "{\"a\":", "text"})
  void argumentsThatAreNoObjectAreRefused(String arguments) {
    Part call = new Part.ToolCall("call_7", "look", arguments, null, null);
    assertThatThrownBy(() -> messages(Message.text(Role.USER, "a"), assistant(call)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("call_7");
  }

  @Test
  void imagesAndDocumentsAreWrittenFromAllTheirSources() {
    JsonNode messages =
        messages(
            new Message(
                Role.USER,
                List.of(
                    media("image/png", new Media.Source.Data("QQ==")),
                    media("image/*", new Media.Source.Data("/9j/AA==")),
                    media("image/*", new Media.Source.Url("https://a.example/b")),
                    new Media(
                        "application/pdf", new Media.Source.Data("QQ=="), "a.pdf", null, null),
                    media("text/csv", new Media.Source.Data("YSxi")),
                    media("text/plain", new Media.Source.PlainText("words")),
                    media("application/pdf", new Media.Source.FileId("file_1")))));
    assertThat(messages.at("/0/content"))
        .isEqualTo(
            Written.json(
                "[{'type':'image','source':{'type':'base64','media_type':'image/png',"
                    + "'data':'QQ=='}},"
                    + "{'type':'image','source':{'type':'base64','media_type':'image/jpeg',"
                    + "'data':'/9j/AA=='}},"
                    + "{'type':'image','source':{'type':'url','url':'https://a.example/b'}},"
                    + "{'type':'document','source':{'type':'base64','media_type':"
                    + "'application/pdf','data':'QQ=='},'title':'a.pdf'},"
                    + "{'type':'document','source':{'type':'text','media_type':'text/plain',"
                    + "'data':'a,b'}},"
                    + "{'type':'document','source':{'type':'text','media_type':'text/plain',"
                    + "'data':'words'}},"
                    + "{'type':'document','source':{'type':'file','file_id':'file_1'}}]"));
  }

  @ParameterizedTest
  @CsvSource({"audio/wav", "video/mp4", "application/zip"})
  void filesThatNoModelOfAnthropicsReadsAreRefused(String type) {
    Message file = new Message(Role.USER, List.of(media(type, new Media.Source.Data("QQ=="))));
    assertThatThrownBy(() -> messages(file))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(type);
  }

  private JsonNode messages(Message... messages) {
    return body(messages).get("messages");
  }

  private JsonNode body(Message... messages) {
    return Written.request(Asked.of(messages).request(), "claude-sonnet-4-5", warned);
  }

  private static Message assistant(Part... parts) {
    return new Message(Role.ASSISTANT, List.of(parts));
  }

  private static Message tool(Part... parts) {
    return new Message(Role.TOOL, List.of(parts));
  }

  private static Part call(String id) {
    return new Part.ToolCall(id, "look", "{}", null, null);
  }

  private static Part result(String id, String text) {
    return new Part.ToolResult(id, "look", List.of(new Part.Text(text, null)), false, null);
  }

  private static Media media(String type, Media.Source source) {
    return new Media(type, source, null, null, null);
  }
}

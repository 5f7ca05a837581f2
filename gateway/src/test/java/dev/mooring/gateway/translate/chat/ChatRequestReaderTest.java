package dev.mooring.gateway.translate.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.ReasoningRequest.Effort;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.Signature.Family;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.ToolChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What callers send as requests of Chat Completions. */
class ChatRequestReaderTest {
  private final List<String> warned = new ArrayList<>();

  @Test
  void developerAndSystemMessagesSetTheRulesWhereTheyStand() {
    ModelRequest request =
        messages(
            "{'role':'developer','content':'a'},{'role':'user','content':'b'},"
                + "{'role':'system','content':[{'type':'text','text':'c'}]}");
    assertThat(request.messages())
        .containsExactly(
            Message.text(Message.Role.SYSTEM, "a"),
            Message.text(Message.Role.USER, "b"),
            Message.text(Message.Role.SYSTEM, "c"));
  }

  @Test
  void imagesAudioAndFilesAreMedia() {
    List<Part> parts =
        user(
            "{'type':'image_url','image_url':{'url':'https://a.example/x','detail':'low'}},"
                + "{'type':'image_url','image_url':{'url':'data:image/gif;base64,QUI='}},"
                + "{'type':'input_audio','input_audio':{'data':'QUI=','format':'mp3'}},"
                + "{'type':'file','file':{'filename':'a.pdf',"
                + "'file_data':'data:application/pdf;base64,QUI='}},"
                + "{'type':'file','file':{'file_id':'file-1'}}");
    assertThat(parts)
        .containsExactly(
            media("image/*", new Part.Media.Source.Url("https://a.example/x"), null, "low"),
            media("image/gif", new Part.Media.Source.Data("QUI="), null, null),
            media("audio/mpeg", new Part.Media.Source.Data("QUI="), null, null),
            media("application/pdf", new Part.Media.Source.Data("QUI="), "a.pdf", null),
            media("application/octet-stream", new Part.Media.Source.FileId("file-1"), null, null));
  }

  @Test
  void anUnknownPartIsRefusedByItsPath() {
    assertThatThrownBy(() -> user("{'type':'text','text':'a'},{'type':'hologram'}"))
        .isInstanceOfSatisfying(
            InvalidRequestException.class,
            e -> assertThat(e.field()).isEqualTo("messages[0].content[1].type"));
  }

  @Test
  void severalChoicesAreRefused() {
    assertThatThrownBy(() -> read("'n':2,'messages':[]"))
        .isInstanceOfSatisfying(
            InvalidRequestException.class, e -> assertThat(e.field()).isEqualTo("n"));
    assertThat(read("'n':1,'messages':[]").messages()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'temperature':'hot'",
        "'stop':[1]",
        "'tools':{}",
        "'tools':[{'type':'function'}]",
        "'reasoning_effort':'huge'",
        "'response_format':{'type':'xml'}",
        "'tool_choice':'maybe'"
      })
  void aFieldOfTheWrongShapeIsNamed(String field) {
    String name = field.substring(1, field.indexOf('\'', 1));
    assertThatThrownBy(() -> read(field + ",'messages':[]"))
        .isInstanceOfSatisfying(
            InvalidRequestException.class, e -> assertThat(e.field()).startsWith(name));
  }

  @Test
  void resultsOfOneTurnAreOneMessageAndKnowTheirToolsNames() {
    ModelRequest request =
        messages(
            "{'role':'assistant','content':null,'tool_calls':["
                + "{'id':'a','type':'function','function':{'name':'f','arguments':'{}'}},"
                + "{'id':'b','type':'function','function':{'name':'g','arguments':''}}]},"
                + "{'role':'tool','tool_call_id':'a','content':'1'},"
                + "{'role':'tool','tool_call_id':'b','content':[{'type':'text','text':'2'}]}");
    assertThat(request.messages())
        .containsExactly(
            new Message(
                Message.Role.ASSISTANT,
                List.of(
                    new Part.ToolCall("a", "f", "{}", null, null),
                    new Part.ToolCall("b", "g", "{}", null, null))),
            new Message(Message.Role.TOOL, List.of(result("a", "f", "1"), result("b", "g", "2"))));
  }

  @Test
  void theOlderFunctionCallAndItsResultBelongTogether() {
    ModelRequest request =
        messages(
            "{'role':'assistant','content':null,'function_call':{'name':'f','arguments':'{}'}},"
                + "{'role':'function','name':'f','content':'1'}");
    Part.ToolCall call = (Part.ToolCall) request.messages().get(0).parts().get(0);
    assertThat(request.messages().get(1).parts()).containsExactly(result(call.id(), "f", "1"));
  }

  @Test
  void olderFunctionsAndTheirChoiceAreTools() {
    ModelRequest request =
        read("'messages':[],'functions':[{'name':'f'}],'function_call':{'name':'f'}");
    assertThat(request.tools())
        .containsExactly(new Tool.Function("f", null, null, null, false, null));
    assertThat(request.toolChoice()).isEqualTo(ToolChoice.named("f"));
  }

  @Test
  void aCustomToolsCallHasItsTextAsInput() {
    ModelRequest request =
        messages(
            "{'role':'assistant','tool_calls':[{'id':'a','type':'custom',"
                + "'custom':{'name':'f','input':'x=1'}}]}");
    assertThat(request.messages().get(0).parts())
        .containsExactly(new Part.ToolCall("a", "f", "{\"input\":\"x=1\"}", null, null));
  }

  @Test
  void thoughtsStandBeforeWordsAndCalls() {
    ModelRequest request = messages("{'role':'assistant','content':'so','reasoning_content':'hm'}");
    assertThat(request.messages().get(0).parts())
        .containsExactly(new Part.Reasoning("hm", null), new Part.Text("so", null));
  }

  @Test
  void sealsTravelInReasoningDetailsForeignOnesTagged() {
    ModelRequest request =
        messages(
            "{'role':'assistant','content':'so','reasoning_content':'hmho','reasoning_details':["
                + "{'type':'reasoning.text','text':'hm','signature':'s1'},"
                + "{'type':'reasoning.text','text':'ho','signature':'openai:s2'},"
                + "{'type':'reasoning.encrypted','data':'s3'}]}");
    assertThat(request.messages().get(0).parts())
        .containsExactly(
            new Part.Reasoning("hm", new Signature(Family.ANTHROPIC, "s1")),
            new Part.Reasoning("ho", new Signature(Family.OPENAI, "s2")),
            new Part.Reasoning("", new Signature(Family.ANTHROPIC, "s3", true)),
            new Part.Text("so", null));
  }

  @Test
  void aCallsOwnSealIsGooglesExtraContent() {
    ModelRequest request =
        messages(
            "{'role':'assistant','tool_calls':[{'id':'a','function':{'name':'f','arguments':'{}'},"
                + "'extra_content':{'google':{'thought_signature':'s'}}}]}");
    assertThat(request.messages().get(0).parts())
        .containsExactly(
            new Part.ToolCall("a", "f", "{}", new Signature(Family.GOOGLE, "s"), null));
  }

  @Test
  void aMarkerOnAMessageIsOnItsLastPart() {
    ModelRequest request =
        messages(
            "{'role':'user','cache_control':{'type':'ephemeral','ttl':'1h'},'content':["
                + "{'type':'text','text':'a'},{'type':'text','text':'b'}]}");
    assertThat(request.messages().get(0).parts())
        .containsExactly(new Part.Text("a", null), new Part.Text("b", CacheMark.HOUR));
  }

  @Test
  void markersMayStandOnPartsToolsAndTheBodyInEitherSpelling() {
    ModelRequest request =
        read(
            "'messages':[{'role':'user','content':[{'type':'text','text':'a','providerOptions':"
                + "{'anthropic':{'cacheControl':{'type':'ephemeral'}}}}]}],"
                + "'tools':[{'type':'function','function':{'name':'f'},"
                + "'cache_control':{'type':'ephemeral','ttl':'5m'}}],"
                + "'cache_control':{'type':'ephemeral'}");
    assertThat(request.messages().get(0).parts())
        .containsExactly(new Part.Text("a", CacheMark.DEFAULT));
    assertThat(((Tool.Function) request.tools().get(0)).cache()).isEqualTo(CacheMark.FIVE_MINUTES);
    assertThat(request.cache()).isEqualTo(CacheMark.DEFAULT);
  }

  @Test
  void maxCompletionTokensIsTheLimitBeforeTheOlderMaxTokens() {
    assertThat(read("'messages':[],'max_tokens':1,'max_completion_tokens':2").sampling())
        .extracting(sampling -> sampling.maxOutputTokens())
        .isEqualTo(2L);
  }

  @Test
  void oneStopSequenceMayBeABareText() {
    assertThat(read("'messages':[],'stop':'END'").sampling().stop()).containsExactly("END");
  }

  @Test
  void thinkingIsAskedForInManyWords() {
    assertThat(reasoning("'reasoning_effort':'high'")).isEqualTo(asked(Effort.HIGH, null, false));
    assertThat(reasoning("'reasoning':{'effort':'low'}")).isEqualTo(asked(Effort.LOW, null, false));
    assertThat(reasoning("'reasoning':{'max_tokens':9}")).isEqualTo(asked(null, 9L, false));
    assertThat(reasoning("'thinking':{'type':'enabled','budget_tokens':9}"))
        .isEqualTo(asked(null, 9L, false));
    assertThat(reasoning("'thinking':{'type':'enabled'}")).isEqualTo(asked(null, null, true));
    assertThat(reasoning("'thinking':{'type':'disabled'}"))
        .isEqualTo(asked(Effort.NONE, null, false));
    assertThat(reasoning("'enable_thinking':false")).isEqualTo(asked(Effort.NONE, null, false));
    assertThat(reasoning("'stop':null")).isNull();
  }

  @Test
  void fieldsOnlyOpenAiKnowsAreItsOptionsAndOursAreNot() {
    ModelRequest request =
        read(
            "'messages':[],'service_tier':'flex','logprobs':false,'logit_bias':null,"
                + "'session_id':'s','caching':'auto','models':[],'provider':{},"
                + "'providerOptions':{'gateway':{'sessionId':'s'},"
                + "'openai':{'safetyIdentifier':'p'},'anthropic':{'serviceTier':'auto'}}");
    assertThat(request.options().keySet()).containsExactly("openai", "anthropic");
    assertThat(Json.text(Objects.requireNonNull(request.options().get("openai"))))
        .isEqualTo("{\"service_tier\":\"flex\",\"safety_identifier\":\"p\"}");
    assertThat(Json.text(Objects.requireNonNull(request.options().get("anthropic"))))
        .isEqualTo("{\"service_tier\":\"auto\"}");
    assertThat(warned).isEmpty();
  }

  @Test
  void namesOfSpeakersAreLeftOutWithOneWarning() {
    messages(
        "{'role':'user','name':'ann','content':'a'},{'role':'user','name':'bob','content':'b'}");
    assertThat(warned).containsExactly("messages[0].name");
  }

  @Test
  void aToolOfTheProvidersOwnIsHosted() {
    Tool tool = read("'messages':[],'tools':[{'type':'web_search','depth':2}]").tools().get(0);
    assertThat(tool.name()).isEqualTo("web_search");
    assertThat(Json.text(((Tool.Hosted) tool).definition()))
        .isEqualTo("{\"type\":\"web_search\",\"depth\":2}");
  }

  @Test
  void schemasKeepTheirOrderAndDigits() {
    String schema = "{'z':1.10,'a':{'y':100000000000000000000,'b':1}}".replace('\'', '"');
    Tool.Function tool =
        (Tool.Function)
            read("'messages':[],'tools':[{'type':'function','function':{'name':'f','parameters':"
                    + schema
                    + "}}]")
                .tools()
                .get(0);
    assertThat(Json.text(Objects.requireNonNull(tool.schema()))).isEqualTo(schema);
  }

  private @Nullable ReasoningRequest reasoning(String field) {
    return read(field + ",'messages':[]").reasoning();
  }

  private static ReasoningRequest asked(
      @Nullable Effort effort, @Nullable Long budget, boolean adaptive) {
    return new ReasoningRequest(effort, budget, adaptive, null);
  }

  private List<Part> user(String parts) {
    return messages("{'role':'user','content':[" + parts + "]}").messages().get(0).parts();
  }

  private ModelRequest messages(String messages) {
    return read("'messages':[" + messages + "]");
  }

  private ModelRequest read(String fields) {
    byte[] body = ("{'model':'m'," + fields + "}").replace('\'', '"').getBytes(UTF_8);
    return new ChatRequestReader().read(body, (feature, details) -> warned.add(feature));
  }

  private static Part.Media media(
      String type, Part.Media.Source source, @Nullable String name, @Nullable String detail) {
    return new Part.Media(type, source, name, detail, null);
  }

  private static Part.ToolResult result(String id, String name, String text) {
    return new Part.ToolResult(id, name, List.of(new Part.Text(text, null)), false, null);
  }
}

package dev.mooring.gateway.translate.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.Message.Role;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OutputFormat;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Part.Media;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.ReasoningRequest.Effort;
import dev.mooring.gateway.translate.model.Sampling;
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
import org.junit.jupiter.params.provider.CsvSource;

/** What a caller of Messages asks for. */
class MessagesRequestReaderTest {

  @Test
  void aStringIsTheSameAsOneTextBlock() {
    assertThat(Written.read("{'system':'S','messages':[{'role':'user','content':'Hi'}]}"))
        .isEqualTo(
            Written.read(
                "{'system':[{'type':'text','text':'S'}],"
                    + "'messages':[{'role':'user','content':[{'type':'text','text':'Hi'}]}]}"));
  }

  @Test
  void theLineForAccountingIsNoPartOfTheSystemText() {
    ModelRequest request =
        Written.read(
            "{'system':[{'type':'text','text':'x-anthropic-billing-header: cc_version=2.1;'},"
                + "{'type':'text','text':'You are.','cache_control':{'type':'ephemeral'}}],"
                + "'messages':[]}");
    assertThat(request.messages())
        .containsExactly(system(new Part.Text("You are.", CacheMark.DEFAULT)));
    assertThat(
            Written.read("{'system':'x-anthropic-billing-header: a;\\nYou are.','messages':[]}")
                .messages())
        .containsExactly(Message.text(Role.SYSTEM, "You are."));
  }

  @Test
  void systemMessagesMayStandAmongTheOthers() {
    assertThat(
            messages(
                "{'role':'user','content':'Hi'},{'role':'system','content':'Be brief.'},"
                    + "{'role':'assistant','content':'Ho'}"))
        .containsExactly(
            Message.text(Role.USER, "Hi"),
            Message.text(Role.SYSTEM, "Be brief."),
            Message.text(Role.ASSISTANT, "Ho"));
  }

  @Test
  void resultsOfToolsAreAMessageOfTheirOwn() {
    List<Message> messages =
        messages(
            "{'role':'assistant','content':[{'type':'tool_use','id':'t1','name':'look',"
                + "'input':{'b':1.50,'a':[]}}]},"
                + "{'role':'user','content':["
                + "{'type':'tool_result','tool_use_id':'t1','is_error':true,'content':["
                + "{'type':'text','text':'no'},{'type':'image','source':"
                + "{'type':'base64','media_type':'image/png','data':'QQ=='}}]},"
                + "{'type':'text','text':'And?'}]}");
    assertThat(messages.get(0).parts())
        .containsExactly(new Part.ToolCall("t1", "look", "{\"b\":1.50,\"a\":[]}", null, null));
    assertThat(messages.get(1))
        .isEqualTo(
            new Message(
                Role.TOOL,
                List.of(
                    new Part.ToolResult(
                        "t1",
                        "look",
                        List.of(
                            new Part.Text("no", null),
                            new Media(
                                "image/png", new Media.Source.Data("QQ=="), null, null, null)),
                        true,
                        null))));
    assertThat(messages.get(2)).isEqualTo(Message.text(Role.USER, "And?"));
  }

  @Test
  void aResultMayBeAStringOrNothing() {
    List<Message> messages =
        messages(
            "{'role':'user','content':[{'type':'tool_result','tool_use_id':'a','content':'yes'},"
                + "{'type':'tool_result','tool_use_id':'b'}]}");
    assertThat(messages.get(0).parts())
        .containsExactly(
            new Part.ToolResult("a", null, List.of(new Part.Text("yes", null)), false, null),
            new Part.ToolResult("b", null, List.of(), false, null));
  }

  @Test
  void imagesAndDocumentsComeFromAllTheirSources() {
    List<Part> parts =
        parts(
            "{'type':'image','source':{'type':'url','url':'https://a.example/b.png'}},"
                + "{'type':'image','source':{'type':'file','file_id':'file_1'}},"
                + "{'type':'document','title':'T','source':"
                + "{'type':'base64','media_type':'application/pdf','data':'QQ=='}},"
                + "{'type':'document','source':{'type':'url','url':'https://a.example/b.pdf'}},"
                + "{'type':'document','source':"
                + "{'type':'text','media_type':'text/plain','data':'words'}},"
                + "{'type':'document','source':{'type':'content','content':["
                + "{'type':'text','text':'one'},{'type':'text','text':'two'}]}}");
    assertThat(parts)
        .containsExactly(
            media("image/*", new Media.Source.Url("https://a.example/b.png")),
            media("image/*", new Media.Source.FileId("file_1")),
            new Media("application/pdf", new Media.Source.Data("QQ=="), "T", null, null),
            media("application/pdf", new Media.Source.Url("https://a.example/b.pdf")),
            media("text/plain", new Media.Source.PlainText("words")),
            media("text/plain", new Media.Source.PlainText("one\ntwo")));
  }

  @Test
  void thoughtsKeepTheirSeals() {
    List<Part> parts =
        parts(
            "{'type':'thinking','thinking':'Hm','signature':'seal'},"
                + "{'type':'thinking','thinking':'Hm','signature':'openai:abc'},"
                + "{'type':'thinking','thinking':'Hm','signature':''},"
                + "{'type':'redacted_thinking','data':'secret'}");
    assertThat(parts)
        .containsExactly(
            new Part.Reasoning("Hm", new Signature(Family.ANTHROPIC, "seal")),
            new Part.Reasoning("Hm", new Signature(Family.OPENAI, "abc")),
            new Part.Reasoning("Hm", null),
            new Part.Reasoning("", new Signature(Family.ANTHROPIC, "secret", true)));
  }

  @Test
  void anEmptyThoughtWithGeminisSealIsTheSealOfTheCallAfterIt() {
    List<Part> parts =
        parts(
            "{'type':'thinking','thinking':'','signature':'google:xyz'},"
                + "{'type':'tool_use','id':'t1','name':'look','input':{}}");
    assertThat(parts)
        .containsExactly(
            new Part.ToolCall("t1", "look", "{}", new Signature(Family.GOOGLE, "xyz"), null));
  }

  @Test
  void blocksThatOnlyAnthropicReadsAreLeftOutWithAWarning() {
    List<String> warned = new ArrayList<>();
    ModelRequest request =
        Written.read(
            "{'messages':[{'role':'assistant','content':["
                + "{'type':'server_tool_use','id':'s','name':'web_search','input':{}},"
                + "{'type':'server_tool_use','id':'t','name':'web_search','input':{}},"
                + "{'type':'web_search_tool_result','tool_use_id':'s','content':[]},"
                + "{'type':'text','text':'Found.'}]}]}",
            warned);
    assertThat(request.messages()).containsExactly(Message.text(Role.ASSISTANT, "Found."));
    assertThat(warned).containsExactly("server_tool_use", "web_search_tool_result");
  }

  @Test
  void markersAreReadEverywhere() {
    ModelRequest request =
        Written.read(
            "{'cache_control':{'type':'ephemeral','ttl':'1h'},"
                + "'tools':[{'name':'a','input_schema':{},'cache_control':{'ttl':'5m'}}],"
                + "'messages':[{'role':'user','content':["
                + "{'type':'tool_result','tool_use_id':'t','content':["
                + "{'type':'text','text':'x','cache_control':{'type':'ephemeral'}}]},"
                + "{'type':'text','text':'y','cache_control':{'type':'ephemeral','ttl':'1h'}}]}]}");
    assertThat(request.cache()).isEqualTo(CacheMark.HOUR);
    assertThat(((Tool.Function) request.tools().get(0)).cache()).isEqualTo(CacheMark.FIVE_MINUTES);
    assertThat(((Part.ToolResult) request.messages().get(0).parts().get(0)).cache())
        .isEqualTo(CacheMark.DEFAULT);
    assertThat(((Part.Text) request.messages().get(1).parts().get(0)).cache())
        .isEqualTo(CacheMark.HOUR);
  }

  @Test
  void toolsAreFunctionsOrAnthropicsOwn() {
    ModelRequest request =
        Written.read(
            "{'messages':[],'tools':[{'name':'a','description':'d','input_schema':"
                + "{'type':'object'},'strict':true},{'type':'custom','name':'b'},"
                + "{'type':'web_search_20250305','name':'web_search','max_uses':5}]}");
    assertThat(request.tools())
        .containsExactly(
            new Tool.Function("a", "d", Written.json("{'type':'object'}"), true, false, null),
            new Tool.Function("b", null, null, null, false, null),
            new Tool.Hosted(
                "anthropic",
                "web_search",
                Written.json("{'type':'web_search_20250305','name':'web_search','max_uses':5}")));
  }

  @Test
  void aToolsFieldThatOthersDoNotHaveIsWarnedOfOnce() {
    List<String> warned = new ArrayList<>();
    Written.read(
        "{'messages':[],'tools':[{'name':'a','defer_loading':true},"
            + "{'name':'b','defer_loading':true}]}",
        warned);
    assertThat(warned).containsExactly("tools.defer_loading");
  }

  @Test
  void theChoiceOfToolsIsRead() {
    assertThat(choice("{'type':'auto'}")).isEqualTo(ToolChoice.AUTO);
    assertThat(choice("{'type':'any'}")).isEqualTo(ToolChoice.REQUIRED);
    assertThat(choice("{'type':'none'}")).isEqualTo(ToolChoice.NONE);
    assertThat(choice("{'type':'tool','name':'a'}")).isEqualTo(ToolChoice.named("a"));
    assertThat(
            Written.read(
                    "{'messages':[],'tool_choice':"
                        + "{'type':'auto','disable_parallel_tool_use':true}}")
                .parallelToolCalls())
        .isFalse();
  }

  @Test
  void thinkingIsReadInItsForms() {
    assertThat(reasoning("'thinking':{'type':'enabled','budget_tokens':2048}"))
        .isEqualTo(new ReasoningRequest(null, 2048L, false, "auto"));
    assertThat(reasoning("'thinking':{'type':'adaptive','display':'omitted'}"))
        .isEqualTo(new ReasoningRequest(null, null, true, null));
    assertThat(reasoning("'thinking':{'type':'adaptive'},'output_config':{'effort':'xhigh'}"))
        .isEqualTo(new ReasoningRequest(Effort.XHIGH, null, true, "auto"));
    assertThat(reasoning("'thinking':{'type':'disabled'},'output_config':{'effort':'low'}").off())
        .isTrue();
    assertThat(reasoning("'output_config':{'effort':'low'}"))
        .isEqualTo(new ReasoningRequest(Effort.LOW, null, false, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'output_config':{'format':{'type':'json_schema','schema':{'type':'object'}}}",
        "'output_format':{'type':'json_schema','schema':{'type':'object'}}"
      },
      quoteCharacter = '`')
  void jsonIsAskedForUnderBothNames(String field) {
    assertThat(Written.read("{'messages':[]," + field + "}").outputFormat())
        .isEqualTo(new OutputFormat(Written.json("{'type':'object'}"), null, null, null));
  }

  @Test
  void samplingAndTheUserAreRead() {
    ModelRequest request =
        Written.read(
            "{'messages':[],'max_tokens':100,'temperature':0.5,'top_p':0.9,'top_k':5,"
                + "'stop_sequences':['END'],'metadata':{'user_id':'u'},'stream':true}");
    assertThat(request.sampling())
        .isEqualTo(new Sampling(100L, 0.5, 0.9, 5L, null, null, null, List.of("END")));
    assertThat(request.user()).isEqualTo("u");
    assertThat(request.stream()).isTrue();
  }

  @Test
  void whatOnlyAnthropicHasIsAnOptionOfItsFamily() {
    ModelRequest request =
        Written.read(
            "{'model':'m','session_id':'s','caching':'auto','cache_ttl':'1h','models':[],"
                + "'providerOptions':{'gateway':{'order':[]},'openai':{'serviceTier':'flex'}},"
                + "'messages':[],'context_management':{'edits':[]},"
                + "'output_config':{'effort':'low','task_budget':{'total':5}}}");
    assertThat(request.options())
        .containsOnly(
            java.util.Map.entry(
                "anthropic",
                Written.json(
                    "{'context_management':{'edits':[]},"
                        + "'output_config':{'task_budget':{'total':5}}}")),
            java.util.Map.entry("openai", Written.json("{'service_tier':'flex'}")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{'messages':5}; messages",
        "{}; messages",
        "{'messages':[{'role':'user'}]}; messages[0].content",
        "{'messages':[{'role':'robot','content':'x'}]}; messages[0].role",
        "{'messages':[{'role':'user','content':[{'text':'x'}]}]}; messages[0].content[0].type",
        "{'messages':[{'role':'user','content':[{'type':'text'}]}]}; messages[0].content[0].text",
        "{'messages':[{'role':'user','content':[{'type':'image','source':{'type':'x'}}]}]};"
            + " messages[0].content[0].source.type",
        "{'messages':[],'max_tokens':1.5}; max_tokens",
        "{'messages':[],'tool_choice':{'type':'x'}}; tool_choice.type",
        "{'messages':[],'thinking':{'type':'x'}}; thinking.type",
        "{'messages':[],'output_config':{'effort':'x'}}; output_config.effort",
        "{'messages':[],'tools':[{}]}; tools[0].name"
      })
  void aFieldOfTheWrongShapeIsNamed(String body, String field) {
    assertThatThrownBy(() -> Written.read(body))
        .isInstanceOfSatisfying(
            InvalidRequestException.class, e -> assertThat(e.field()).isEqualTo(field));
  }

  private static Message system(Part part) {
    return new Message(Role.SYSTEM, List.of(part));
  }

  private static Media media(String type, Media.Source source) {
    return new Media(type, source, null, null, null);
  }

  private static List<Message> messages(String messages) {
    return Written.read("{'messages':[" + messages + "]}").messages();
  }

  private static List<Part> parts(String blocks) {
    return messages("{'role':'user','content':[" + blocks + "]}").get(0).parts();
  }

  private static @Nullable ToolChoice choice(String choice) {
    return Written.read("{'messages':[],'tool_choice':" + choice + "}").toolChoice();
  }

  private static ReasoningRequest reasoning(String fields) {
    return Objects.requireNonNull(Written.read("{'messages':[]," + fields + "}").reasoning());
  }
}

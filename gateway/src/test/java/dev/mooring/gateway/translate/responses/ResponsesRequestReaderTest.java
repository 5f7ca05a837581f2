package dev.mooring.gateway.translate.responses;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.Message.Role;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OutputFormat;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.ToolChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponsesRequestReaderTest {
  private final List<String> warnings = new ArrayList<>();

  @Test
  void instructionsAreTheFirstRulesAndATextIsTheUsers() {
    assertThat(read("'instructions':'Be brief.','input':'hi'").messages())
        .containsExactly(Message.text(Role.SYSTEM, "Be brief."), Message.text(Role.USER, "hi"));
  }

  @Test
  void aMessageMayLackItsTypeAndDeveloperSetsRules() {
    assertThat(
            messages(
                "{'role':'developer','content':'Rules.'},{'role':'user','content':"
                    + "[{'type':'input_text','text':'hi'}]}"))
        .containsExactly(Message.text(Role.SYSTEM, "Rules."), Message.text(Role.USER, "hi"));
  }

  @Test
  void whatTheModelSaidInARowIsOneMessage() {
    assertThat(
            messages(
                "{'type':'reasoning','summary':[{'type':'summary_text','text':'Hm.'}],"
                    + "'encrypted_content':'sealed'},"
                    + "{'type':'message','id':'msg_1','status':'completed','role':'assistant',"
                    + "'content':[{'type':'output_text','text':'Looking.','annotations':[]}]},"
                    + "{'type':'function_call','id':'fc_1','call_id':'c1','name':'look',"
                    + "'arguments':'{}','status':'completed'},"
                    + "{'type':'function_call','call_id':'c2','name':'look','arguments':''},"
                    + "{'type':'function_call_output','call_id':'c1','output':'sun'},"
                    + "{'type':'function_call_output','call_id':'c2','output':'rain'}"))
        .containsExactly(
            new Message(
                Role.ASSISTANT,
                List.of(
                    new Part.Reasoning("Hm.", new Signature(Signature.Family.OPENAI, "sealed")),
                    new Part.Text("Looking.", null),
                    new Part.ToolCall("c1", "look", "{}", null, null),
                    new Part.ToolCall("c2", "look", "{}", null, null))),
            new Message(
                Role.TOOL,
                List.of(
                    new Part.ToolResult(
                        "c1", "look", List.of(new Part.Text("sun", null)), false, null),
                    new Part.ToolResult(
                        "c2", "look", List.of(new Part.Text("rain", null)), false, null))));
  }

  @Test
  void aSealOfAnotherFamilyComesBackFromEncryptedContent() {
    assertThat(
            messages(
                "{'type':'reasoning','summary':[],'encrypted_content':'anthropic-redacted:x'}"))
        .containsExactly(
            new Message(
                Role.ASSISTANT,
                List.of(
                    new Part.Reasoning("", new Signature(Signature.Family.ANTHROPIC, "x", true)))));
  }

  @Test
  void thoughtsWithoutWordsThatCarryGooglesSealAreTheSealOfTheCallAfter() {
    assertThat(
            messages(
                "{'type':'reasoning','summary':[],'encrypted_content':'google:g'},"
                    + "{'type':'function_call','call_id':'c1','name':'look','arguments':'{}'}"))
        .containsExactly(
            new Message(
                Role.ASSISTANT,
                List.of(
                    new Part.ToolCall(
                        "c1", "look", "{}", new Signature(Signature.Family.GOOGLE, "g"), null))));
  }

  @Test
  void aReasoningItemThatTellsNothingIsPassedOver() {
    assertThat(messages("{'type':'reasoning','id':'rs_1','summary':[]}")).isEmpty();
  }

  @Test
  void theBareTextOfACustomCallBecomesJson() {
    List<Message> messages =
        messages(
            "{'type':'custom_tool_call','call_id':'c1','name':'patch','input':'a\\nb'},"
                + "{'type':'custom_tool_call_output','call_id':'c1','output':'done'}");
    assertThat(messages.get(0).parts())
        .containsExactly(new Part.ToolCall("c1", "patch", "{\"input\":\"a\\nb\"}", null, null));
    assertThat(messages.get(1).parts().get(0))
        .isEqualTo(
            new Part.ToolResult("c1", "patch", List.of(new Part.Text("done", null)), false, null));
  }

  @Test
  void aLocalShellIsACallOfATool() {
    List<Message> messages =
        messages(
            "{'type':'local_shell_call','call_id':'c1','action':{'type':'exec','command':['ls']}},"
                + "{'type':'local_shell_call_output','call_id':'c1','output':'a.txt'}");
    assertThat(messages.get(0).parts())
        .containsExactly(
            new Part.ToolCall(
                "c1",
                "local_shell",
                "{\"action\":{\"type\":\"exec\",\"command\":[\"ls\"]}}",
                null,
                null));
    assertThat(messages.get(1).role()).isEqualTo(Role.TOOL);
  }

  @Test
  void whatAToolGaveBackMayHaveImages() {
    assertThat(
            messages(
                    "{'type':'function_call_output','call_id':'c1','output':["
                        + "{'type':'input_text','text':'seen'},"
                        + "{'type':'input_image','image_url':'data:image/png;base64,AAAA'}]}")
                .get(0)
                .parts())
        .containsExactly(
            new Part.ToolResult(
                "c1",
                null,
                List.of(
                    new Part.Text("seen", null),
                    new Part.Media(
                        "image/png", new Part.Media.Source.Data("AAAA"), null, null, null)),
                false,
                null));
  }

  @Test
  void imagesAndFilesMayBeBytesLinksAndUploads() {
    assertThat(
            messages(
                    "{'role':'user','content':["
                        + "{'type':'input_image','image_url':'https://a.example/b','detail':'low'},"
                        + "{'type':'input_image','file_id':'file_1'},"
                        + "{'type':'input_file','filename':'a.pdf',"
                        + "'file_data':'data:application/pdf;base64,AAAA'},"
                        + "{'type':'input_file','filename':'a.pdf','file_data':'BBBB'},"
                        + "{'type':'input_file','file_url':'https://a.example/c.pdf'},"
                        + "{'type':'input_audio','input_audio':{'data':'CCCC','format':'mp3'}}]}")
                .get(0)
                .parts())
        .containsExactly(
            media("image/*", new Part.Media.Source.Url("https://a.example/b"), null, "low"),
            media("image/*", new Part.Media.Source.FileId("file_1"), null, null),
            media("application/pdf", new Part.Media.Source.Data("AAAA"), "a.pdf", null),
            media("application/pdf", new Part.Media.Source.Data("BBBB"), "a.pdf", null),
            media(
                "application/pdf",
                new Part.Media.Source.Url("https://a.example/c.pdf"),
                null,
                null),
            media("audio/mpeg", new Part.Media.Source.Data("CCCC"), null, null));
  }

  @Test
  void itemsThatOnlyTheProviderKnowsAreLeftOutWithOneWarningForTheirKind() {
    List<Message> messages =
        messages(
            "{'role':'user','content':'hi'},{'type':'web_search_call','id':'ws_1'},"
                + "{'type':'web_search_call','id':'ws_2'}");
    assertThat(messages).containsExactly(Message.text(Role.USER, "hi"));
    assertThat(warnings).containsExactly("input[1]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"item_reference", "compaction", "compaction_summary", "compaction_trigger"})
  void anItemThatOnlyTheProviderCanReadIsRefused(String type) {
    assertThat(refused("'input':[{'role':'user','content':'hi'},{'type':'" + type + "'}]"))
        .isEqualTo("input[1]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "previous_response_id|'resp_1'",
        "conversation|{'id':'conv_1'}",
        "prompt|{'id':'pmpt_1'}",
        "background|true",
      },
      quoteCharacter = '`')
  void whatLeansOnStateOfAnotherProviderIsRefused(String field, String value) {
    assertThat(refused("'input':'hi','" + field + "':" + value)).isEqualTo(field);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'input':[{'role':'critic','content':'x'}]|input[0].role",
        "'input':[{'role':'user','content':[{'type':'input_video'}]}]|input[0].content[0].type",
        "'input':[{'type':'function_call','name':'x','arguments':'{}'}]|input[0].call_id",
        "'input':5|input",
        "'input':'hi','tools':[{'type':'function'}]|tools[0].name",
        "'input':'hi','tool_choice':'maybe'|tool_choice",
        "'input':'hi','reasoning':{'effort':'huge'}|reasoning.effort",
        "'input':'hi','text':{'format':{'type':'xml'}}|text.format.type",
        "'input':'hi','temperature':'hot'|temperature",
      },
      quoteCharacter = '`')
  void aWrongFieldIsNamed(String members, String field) {
    assertThat(refused(members)).isEqualTo(field);
  }

  @Test
  void functionsAndToolsThatTakeBareTextAndHostedOnesAreTold() {
    ModelRequest request =
        read(
            "'input':'hi','tools':["
                + "{'type':'function','name':'look','description':'Looks.','strict':true,"
                + "'parameters':{'type':'object','properties':{'b':{},'a':{}}}},"
                + "{'type':'custom','name':'patch','description':'Patches.'},"
                + "{'type':'web_search','external_web_access':true}]");
    assertThat(request.tools())
        .containsExactly(
            new Tool.Function(
                "look",
                "Looks.",
                Json.readOrNull("{\"type\":\"object\",\"properties\":{\"b\":{},\"a\":{}}}"),
                true,
                false,
                null),
            new Tool.Function("patch", "Patches.", null, null, true, null),
            new Tool.Hosted(
                "openai",
                "web_search",
                Json.MAPPER
                    .createObjectNode()
                    .put("type", "web_search")
                    .put("external_web_access", true)));
    assertThat(warnings).isEmpty();
  }

  @Test
  void theToolsOfANamespaceHaveItInTheirNamesAndSoDoTheirCalls() {
    ModelRequest request =
        read(
            "'input':[{'type':'function_call','call_id':'c1','namespace':'agents','name':'spawn',"
                + "'arguments':'{}'}],'tools':[{'type':'namespace','name':'agents',"
                + "'description':'Agents.','tools':[{'type':'function','name':'spawn',"
                + "'description':'Spawns.'}]}]");
    Tool.Function tool = (Tool.Function) request.tools().get(0);
    assertThat(tool.name()).matches("[a-zA-Z0-9_-]{1,64}");
    assertThat(tool.description()).isEqualTo("Agents.\n\nSpawns.");
    assertThat(ToolName.of(tool.name())).isEqualTo(new ToolName("agents", "spawn"));
    assertThat(((Part.ToolCall) request.messages().get(0).parts().get(0)).name())
        .isEqualTo(tool.name());
  }

  @Test
  void aGrammarIsToldInTheDescriptionWithAWarning() {
    ModelRequest request =
        read(
            "'input':'hi','tools':[{'type':'custom','name':'patch','description':'Patches.',"
                + "'format':{'type':'grammar','syntax':'lark','definition':'start: X'}}]");
    Tool.Function tool = (Tool.Function) request.tools().get(0);
    assertThat(tool.description()).startsWith("Patches.").contains("lark").endsWith("start: X");
    assertThat(warnings).containsExactly("tools[0].format");
  }

  @Test
  void choicesOfToolsAreRead() {
    assertThat(choice("'auto'")).isEqualTo(ToolChoice.AUTO);
    assertThat(choice("'none'")).isEqualTo(ToolChoice.NONE);
    assertThat(choice("'required'")).isEqualTo(ToolChoice.REQUIRED);
    assertThat(choice("{'type':'function','name':'look'}")).isEqualTo(ToolChoice.named("look"));
    assertThat(choice("{'type':'custom','name':'patch'}")).isEqualTo(ToolChoice.named("patch"));
    assertThat(choice("{'type':'web_search'}")).isEqualTo(ToolChoice.named("web_search"));
    assertThat(
            choice(
                "{'type':'allowed_tools','mode':'required','tools':[{'type':'function',"
                    + "'name':'look'}]}"))
        .isEqualTo(new ToolChoice(ToolChoice.Mode.REQUIRED, null, List.of("look")));
  }

  @Test
  void samplingReasoningAndFormatAreRead() {
    ModelRequest request =
        read(
            "'input':'hi','max_output_tokens':9,'temperature':0.5,'top_p':0.9,'stream':true,"
                + "'parallel_tool_calls':false,'reasoning':{'effort':'xhigh','summary':'auto'},"
                + "'text':{'format':{'type':'json_schema','name':'n','schema':{},'strict':true}},"
                + "'prompt_cache_key':'k','prompt_cache_retention':'24h','user':'u'");
    assertThat(request.sampling().maxOutputTokens()).isEqualTo(9);
    assertThat(request.sampling().temperature()).isEqualTo(0.5);
    assertThat(request.sampling().topP()).isEqualTo(0.9);
    assertThat(request.stream()).isTrue();
    assertThat(request.parallelToolCalls()).isFalse();
    assertThat(request.reasoning())
        .isEqualTo(new ReasoningRequest(ReasoningRequest.Effort.XHIGH, null, false, "auto"));
    assertThat(request.outputFormat())
        .isEqualTo(new OutputFormat(Json.MAPPER.createObjectNode(), "n", null, true));
    assertThat(request.promptCacheKey()).isEqualTo("k");
    assertThat(request.promptCacheRetention()).isEqualTo("24h");
    assertThat(request.user()).isEqualTo("u");
  }

  @Test
  void fieldsThatChatHasTooBecomeOptionsOfOpenAi() {
    ModelRequest request =
        read(
            "'input':'hi','metadata':{'a':'b'},'service_tier':'flex','store':true,"
                + "'text':{'verbosity':'low'},'user':'u','safety_identifier':'s'");
    assertThat(request.options().get("openai"))
        .isEqualTo(
            Json.readOrNull(
                "{\"metadata\":{\"a\":\"b\"},\"service_tier\":\"flex\",\"store\":true,"
                    + "\"safety_identifier\":\"s\",\"verbosity\":\"low\"}"));
    assertThat(warnings).isEmpty();
  }

  @Test
  void fieldsThatAskForNothingButTheDefaultAndOursArePassedOver() {
    ModelRequest request =
        read(
            "'input':'hi','metadata':{},'service_tier':'auto','store':false,'background':false,"
                + "'truncation':'disabled','include':['reasoning.encrypted_content'],"
                + "'stream_options':{'include_obfuscation':false},'client_metadata':{'a':'b'},"
                + "'previous_response_id':null,'session_id':'s','caching':'auto','cache_ttl':'1h',"
                + "'cache_anchor_items':[1],'models':['m'],'provider':{'only':['x']},"
                + "'providerOptions':{'gateway':{'sessionId':'s'}},'max_tool_calls':null");
    assertThat(request.options()).isEmpty();
    assertThat(warnings).isEmpty();
  }

  @Test
  void ofFieldsThatNoOtherApiHasTheCallerIsWarned() {
    read(
        "'input':'hi','truncation':'auto','max_tool_calls':3,'top_logprobs':2,'moonshine':1,"
            + "'include':['reasoning.encrypted_content','message.output_text.logprobs']");
    assertThat(warnings)
        .containsExactly("truncation", "max_tool_calls", "top_logprobs", "moonshine", "include[1]");
  }

  @Test
  void optionsOfAFamilyAreReadUnderTheirWireNames() {
    assertThat(read("'input':'hi','providerOptions':{'anthropic':{'inferenceGeo':'eu'}}").options())
        .containsEntry("anthropic", Json.MAPPER.createObjectNode().put("inference_geo", "eu"));
  }

  @Test
  void cacheMarkersOnContentsMessagesToolsAndTheRequestAreRead() {
    ModelRequest request =
        read(
            "'cache_control':{'type':'ephemeral'},'input':["
                + "{'role':'user','content':[{'type':'input_text','text':'a',"
                + "'cache_control':{'type':'ephemeral','ttl':'1h'}},"
                + "{'type':'input_text','text':'b'}]},"
                + "{'role':'user','content':'c','providerOptions':{'anthropic':{'cacheControl':"
                + "{'type':'ephemeral','ttl':'5m'}}}}],'tools':[{'type':'function','name':'look',"
                + "'cache_control':{'type':'ephemeral'}}]");
    assertThat(request.cache()).isEqualTo(CacheMark.DEFAULT);
    assertThat(request.messages().get(0).parts())
        .containsExactly(new Part.Text("a", CacheMark.HOUR), new Part.Text("b", null));
    assertThat(request.messages().get(1).parts())
        .containsExactly(new Part.Text("c", CacheMark.FIVE_MINUTES));
    assertThat(((Tool.Function) request.tools().get(0)).cache()).isEqualTo(CacheMark.DEFAULT);
  }

  private ModelRequest read(String members) {
    String body = ("{'model':'m'," + members + "}").replace('\'', '"');
    return new ResponsesRequestReader()
        .read(body.getBytes(UTF_8), (feature, details) -> warnings.add(feature));
  }

  private List<Message> messages(String items) {
    return read("'input':[" + items + "]").messages();
  }

  private ToolChoice choice(String choice) {
    return Objects.requireNonNull(read("'input':'hi','tool_choice':" + choice).toolChoice());
  }

  private @Nullable String refused(String members) {
    return catchThrowableOfType(InvalidRequestException.class, () -> read(members)).field();
  }

  private static Part.Media media(
      String type, Part.Media.Source source, @Nullable String name, @Nullable String detail) {
    return new Part.Media(type, source, name, detail, null);
  }
}

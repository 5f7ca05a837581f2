package dev.mooring.gateway.translate.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.Message.Role;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What providers get as requests of Chat Completions. */
class ChatRequestWriterTest {
  private final List<String> warned = new ArrayList<>();

  @ParameterizedTest
  @CsvSource({
    "openai, max_completion_tokens",
    "azure, max_completion_tokens",
    "deepseek, max_tokens",
    "openai-compatible, max_tokens"
  })
  void theLimitOfTokensHasTheFieldThatTheProviderKnows(String type, String field) {
    JsonNode body = write("'messages':[],'max_tokens':5", type);
    assertThat(body.path(field).asInt()).isEqualTo(5);
  }

  @Test
  void usageOfAStreamIsAskedForWhereItMayBe() {
    ModelRequest request = read("'messages':[],'stream':true");
    assertThat(write(request, new Target("m", "openai", null, Set.of(), true)))
        .isEqualTo(
            json(
                "{'model':'m','messages':[],'stream':true,"
                    + "'stream_options':{'include_usage':true}}"));
    assertThat(write(request, new Target("m", "openai", null, Set.of(), false)))
        .isEqualTo(json("{'model':'m','messages':[],'stream':true}"));
  }

  @Test
  void theStickyKeyIsSentUnlessTheCallerHasOneOrTheProviderRefuses() {
    ModelRequest bare = read("'messages':[]");
    Target takes = new Target("m", "openai", "ours", Set.of(), true);
    assertThat(write(bare, takes).path("prompt_cache_key").asText()).isEqualTo("ours");
    assertThat(write(read("'messages':[],'prompt_cache_key':'own'"), takes))
        .isEqualTo(json("{'model':'m','messages':[],'prompt_cache_key':'own'}"));
    Target refuses = new Target("m", "groq", "ours", Set.of("prompt_cache_key"), true);
    assertThat(write(bare, refuses)).isEqualTo(json("{'model':'m','messages':[]}"));
    assertThat(warned).isEmpty();
  }

  @Test
  void aFieldThatTheProviderRefusesIsLeftOutWithAWarning() {
    Target target = new Target("m", "groq", null, Set.of("seed", "service_tier"), true);
    write(read("'messages':[],'seed':1,'providerOptions':{'groq':{'serviceTier':'x'}}"), target);
    assertThat(warned).containsExactly("seed", "service_tier");
  }

  @Test
  void oneTextIsAStringAndSeveralAreJoinedWhereAListIsNotKnown() {
    String messages =
        "'messages':[{'role':'system','content':[{'type':'text','text':'a'},"
            + "{'type':'text','text':'b'}]}]";
    assertThat(write(messages, "openai-compatible").at("/messages/0/content").asText())
        .isEqualTo("a\n\nb");
    assertThat(write(messages, "openai").at("/messages/0/content").size()).isEqualTo(2);
  }

  @Test
  void mistralsCallIdsAreNineLettersTheSameForTheCallAndItsResult() {
    String messages =
        "'messages':[{'role':'assistant','tool_calls':[{'id':'toolu_01','function':"
            + "{'name':'f','arguments':'{}'}}]},"
            + "{'role':'tool','tool_call_id':'toolu_01','content':'1'}]";
    JsonNode body = write(messages, "mistral");
    String id = body.at("/messages/0/tool_calls/0/id").asText();
    assertThat(id).matches("[a-zA-Z0-9]{9}");
    assertThat(body.at("/messages/1/tool_call_id").asText()).isEqualTo(id);
    JsonNode fitting = write(messages.replace("toolu_01", "abcDEF123"), "mistral");
    assertThat(fitting.at("/messages/1/tool_call_id").asText()).isEqualTo("abcDEF123");
  }

  @Test
  void thoughtsGoBackToThoseThatTakeThemAndElseAreLeftOutWithOneWarning() {
    ModelRequest request =
        request(
            new Message(
                Role.ASSISTANT,
                List.of(
                    new Part.Reasoning("a", null),
                    new Part.Reasoning("b", new Signature(Signature.Family.ANTHROPIC, "seal")),
                    new Part.Reasoning("c", null),
                    new Part.Text("so", null))));
    assertThat(write(request, target("deepseek")).at("/messages/0/reasoning_content").asText())
        .isEqualTo("ac");
    assertThat(warned).containsExactly("reasoning");
    warned.clear();
    assertThat(write(request, target("openai")).at("/messages/0"))
        .isEqualTo(json("{'role':'assistant','content':'so'}"));
    assertThat(warned).containsExactly("reasoning");
  }

  @Test
  void anImageInAToolsResultFollowsAsAMessageOfTheUser() {
    Part image = new Part.Media("image/png", new Part.Media.Source.Data("QUI="), null, null, null);
    Part text = new Part.Text("see", null);
    ModelRequest request =
        request(
            new Message(
                Role.TOOL,
                List.of(
                    new Part.ToolResult("a", "f", List.of(text, image), false, null),
                    new Part.ToolResult("b", "f", List.of(text), false, null))));
    assertThat(write(request, target("openai")).path("messages"))
        .isEqualTo(
            json(
                "[{'role':'tool','tool_call_id':'a','content':'see'},"
                    + "{'role':'tool','tool_call_id':'b','content':'see'},"
                    + "{'role':'user','content':[{'type':'image_url',"
                    + "'image_url':{'url':'data:image/png;base64,QUI='}}]}]"));
    assertThat(warned).containsExactly("tool results");
  }

  @Test
  void aResultThatIsAnErrorIsSentWithAWarning() {
    Part text = new Part.Text("failed", null);
    write(
        request(
            new Message(
                Role.TOOL, List.of(new Part.ToolResult("a", "f", List.of(text), true, null)))),
        target("openai"));
    assertThat(warned).containsExactly("is_error");
  }

  @Test
  void anUploadedImageIsRefused() {
    Part image = new Part.Media("image/png", new Part.Media.Source.FileId("f"), null, null, null);
    ModelRequest request = request(new Message(Role.USER, List.of(image)));
    assertThatThrownBy(() -> write(request, target("openai")))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void cacheMarkersAreWrittenForAlibabaOnly() {
    ModelRequest request =
        request(new Message(Role.USER, List.of(new Part.Text("a", CacheMark.HOUR))));
    assertThat(write(request, target("alibaba")).path("messages"))
        .isEqualTo(
            json(
                "[{'role':'user','content':[{'type':'text','text':'a',"
                    + "'cache_control':{'type':'ephemeral'}}]}]"));
    assertThat(write(request, target("openai")).path("messages"))
        .isEqualTo(json("[{'role':'user','content':'a'}]"));
    assertThat(warned).isEmpty();
  }

  @Test
  void toolsThatOnlyAnotherProviderHasAreLeftOutWithAWarning() {
    JsonNode body =
        write(
            "'messages':[],'tools':[{'type':'web_search'},"
                + "{'type':'function','function':{'name':'f'}}]",
            "openai");
    assertThat(body.path("tools"))
        .isEqualTo(
            json(
                "[{'type':'function','function':{'name':'f',"
                    + "'parameters':{'type':'object','properties':{}}}}]"));
    assertThat(warned).containsExactly("tools[0]");
  }

  @Test
  void withoutToolsThereIsNoChoiceOfThem() {
    assertThat(write("'messages':[],'tool_choice':'auto','parallel_tool_calls':true", "openai"))
        .isEqualTo(json("{'model':'m','messages':[]}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "'tools':[{'function':{'name':'f'}}],"})
  void aToolThatMustBeCalledAndIsNotThereIsRefused(String tools) {
    String fields =
        "'messages':[]," + tools + "'tool_choice':{'type':'function','function':{'name':'g'}}";
    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> write(fields, "openai"))
        .satisfies(e -> assertThat(e.field()).isEqualTo("tool_choice"));
  }

  @Test
  void onlyTheAllowedToolsAreSentWhereNoListOfThemIsKnown() {
    String fields =
        "'messages':[],'tools':[{'function':{'name':'f'}},{'function':{'name':'g'}}],"
            + "'tool_choice':{'type':'allowed_tools','allowed_tools':{'mode':'required',"
            + "'tools':[{'type':'function','function':{'name':'g'}}]}}";
    JsonNode body = write(fields, "openai-compatible");
    assertThat(body.path("tools").size()).isEqualTo(1);
    assertThat(body.at("/tools/0/function/name").asText()).isEqualTo("g");
    assertThat(body.path("tool_choice").asText()).isEqualTo("required");
  }

  @Test
  void aToolForBareTextIsAFunctionWhereItIsNotKnown() {
    String fields =
        "'messages':[{'role':'assistant','tool_calls':[{'id':'a','type':'custom',"
            + "'custom':{'name':'f','input':'x'}}]}],'tools':[{'type':'custom',"
            + "'custom':{'name':'f'}}]";
    JsonNode body = write(fields, "openai-compatible");
    assertThat(body.at("/tools/0/function/parameters/properties/input/type").asText())
        .isEqualTo("string");
    assertThat(body.at("/messages/0/tool_calls/0/function/arguments").asText())
        .isEqualTo("{\"input\":\"x\"}");
    assertThat(write(fields, "openai").at("/messages/0/tool_calls/0/custom/input").asText())
        .isEqualTo("x");
  }

  @ParameterizedTest
  @CsvSource({
    "openai, /reasoning_effort, high",
    "openai-compatible, /reasoning_effort, high",
    "deepseek, /thinking/type, enabled",
    "moonshot, /thinking/type, enabled",
    "alibaba, /enable_thinking, true"
  })
  void thinkingIsAskedForInTheProvidersWords(String type, String pointer, String value) {
    JsonNode body = write("'messages':[],'reasoning_effort':'high'", type);
    assertThat(body.at(pointer).asText()).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({"1024, low", "8000, medium", "32000, high"})
  void aBudgetBecomesAnEffort(int budget, String effort) {
    JsonNode body = write("'messages':[],'reasoning':{'max_tokens':" + budget + "}", "openai");
    assertThat(body.path("reasoning_effort").asText()).isEqualTo(effort);
  }

  @Test
  void deepSeekIsAskedForAnyJsonInPlaceOfASchema() {
    String fields =
        "'messages':[],'response_format':{'type':'json_schema',"
            + "'json_schema':{'name':'n','schema':{'type':'object'}}}";
    assertThat(write(fields, "deepseek").path("response_format"))
        .isEqualTo(json("{'type':'json_object'}"));
    assertThat(warned).containsExactly("response_format");
  }

  @Test
  void whatOnlyOpenAiKnowsIsWrittenForItAndElseWarnedOf() {
    String fields = "'messages':[],'logit_bias':{'1':2},'truncation':'auto'";
    assertThat(write(fields, "openai"))
        .isEqualTo(json("{'model':'m','messages':[],'logit_bias':{'1':2}}"));
    assertThat(warned).containsExactly("truncation");
    warned.clear();
    assertThat(write(fields, "deepseek")).isEqualTo(json("{'model':'m','messages':[]}"));
    assertThat(warned).containsExactly("logit_bias", "truncation");
  }

  @Test
  void theCallersOwnFieldForTheProviderIsWrittenInPlaceOfOurs() {
    JsonNode body =
        write(
            "'messages':[],'reasoning_effort':'low',"
                + "'providerOptions':{'openai':{'reasoningEffort':'xhigh'}}",
            "openai");
    assertThat(body.path("reasoning_effort").asText()).isEqualTo("xhigh");
  }

  @ParameterizedTest
  @CsvSource({"openai, previousResponseId", "openai, conversation", "deepseek, previousResponseId"})
  void whatHoldsAPartOfThePromptIsRefused(String type, String option) {
    String fields = "'messages':[],'providerOptions':{'openai':{'" + option + "':'x'}}";
    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> write(fields, type))
        .satisfies(e -> assertThat(e.field()).isIn("previous_response_id", "conversation"));
  }

  @Test
  void claudeBehindAnotherGatewayGetsTheMarkersWithTheirLifetimes() {
    ModelRequest request =
        read(
            "'messages':[{'role':'system','content':[{'type':'text','text':'a',"
                + "'cache_control':{'type':'ephemeral','ttl':'1h'}}]},"
                + "{'role':'assistant','tool_calls':[{'id':'c','function':{'name':'f',"
                + "'arguments':'{}'}}]},"
                + "{'role':'tool','tool_call_id':'c','content':'1',"
                + "'cache_control':{'type':'ephemeral'}}]");
    Target claude = new Target("anthropic/claude-sonnet-5", "openrouter", null, Set.of(), true);
    JsonNode body = write(request, claude);
    assertThat(body.at("/messages/0/content/0/cache_control"))
        .isEqualTo(json("{'type':'ephemeral','ttl':'1h'}"));
    assertThat(body.at("/messages/2/content/0/cache_control"))
        .isEqualTo(json("{'type':'ephemeral'}"));
    assertThat(write(request, target("openrouter")).at("/messages/0/content").asText())
        .isEqualTo("a");
  }

  @Test
  void moreThanFourStopSequencesAreCutWithAWarning() {
    assertThat(write("'messages':[],'stop':['a','b','c','d','e']", "openai").path("stop").size())
        .isEqualTo(4);
    assertThat(warned).containsExactly("stop");
  }

  @Test
  void topKIsSentOnlyWhereItIsKnown() {
    assertThat(write("'messages':[],'top_k':3", "vllm").path("top_k").asInt()).isEqualTo(3);
    assertThat(warned).isEmpty();
    assertThat(write("'messages':[],'top_k':3", "openai").has("top_k")).isFalse();
    assertThat(warned).containsExactly("top_k");
  }

  @Test
  void anIdOfAPersonThatIsTooLongIsShortened() {
    String user =
        write("'messages':[],'user':'" + "u".repeat(200) + "'", "openai").path("user").asText();
    assertThat(user).hasSize(32);
  }

  private JsonNode write(String fields, String type) {
    return write(read(fields), target(type));
  }

  private JsonNode write(ModelRequest request, Target target) {
    byte[] body =
        new ChatRequestWriter().write(request, target, (feature, details) -> warned.add(feature));
    return json(new String(body, UTF_8));
  }

  private static ModelRequest read(String fields) {
    byte[] body = ("{'model':'m'," + fields + "}").replace('\'', '"').getBytes(UTF_8);
    return new ChatRequestReader().read(body, (feature, details) -> {});
  }

  private static ModelRequest request(Message... messages) {
    return ModelRequest.of(List.of(messages));
  }

  private static Target target(String type) {
    return new Target("m", type, null, Set.of(), true);
  }

  private static JsonNode json(String text) {
    return Objects.requireNonNull(Json.readOrNull(text.replace('\'', '"')), text);
  }
}

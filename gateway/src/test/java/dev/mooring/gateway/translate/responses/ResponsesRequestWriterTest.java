package dev.mooring.gateway.translate.responses;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.Message.Role;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.Sampling;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.ToolChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponsesRequestWriterTest {
  private static final List<Message> HELLO = List.of(Message.text(Role.USER, "hi"));
  private static final ReasoningRequest THINKING =
      new ReasoningRequest(ReasoningRequest.Effort.HIGH, null, false, null);

  private final List<String> warnings = new ArrayList<>();

  @Test
  void nothingIsStoredAndTheModelIsTheProviders() {
    JsonNode body = write(ModelRequest.of(HELLO));
    assertThat(body.path("store").booleanValue()).isFalse();
    assertThat(body.path("model").textValue()).isEqualTo("gpt-5.2");
    assertThat(body.has("stream")).isFalse();
  }

  @Test
  void rulesOfOneTextAreInstructionsAndOthersAreItems() {
    JsonNode one =
        write(
            ModelRequest.of(
                List.of(Message.text(Role.SYSTEM, "Rules."), Message.text(Role.USER, "hi"))));
    assertThat(one.path("instructions").textValue()).isEqualTo("Rules.");
    assertThat(one.path("input")).hasSize(1);
    JsonNode two =
        write(
            ModelRequest.of(
                List.of(
                    new Message(
                        Role.SYSTEM, List.of(new Part.Text("A", null), new Part.Text("B", null))),
                    Message.text(Role.USER, "hi"))));
    assertThat(two.has("instructions")).isFalse();
    assertThat(two.at("/input/0/role").textValue()).isEqualTo("system");
    assertThat(two.at("/input/0/content")).hasSize(2);
  }

  @Test
  void sealedThoughtsStandBeforeTheirCallAndAreAskedForAgain() {
    JsonNode body =
        write(
            ModelRequest.of(
                List.of(
                    Message.text(Role.USER, "hi"),
                    new Message(
                        Role.ASSISTANT,
                        List.of(
                            new Part.Reasoning(
                                "Hm.", new Signature(Signature.Family.OPENAI, "sealed")),
                            new Part.Text("Looking.", null),
                            new Part.ToolCall("c1", "look", "{\"a\":1.10}", null, null))),
                    new Message(
                        Role.TOOL,
                        List.of(
                            new Part.ToolResult(
                                "c1",
                                "look",
                                List.of(new Part.Text("sun", null)),
                                false,
                                null))))));
    assertThat(body.path("input").toString())
        .isEqualTo(
            "[{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\","
                + "\"text\":\"hi\"}]},"
                + "{\"type\":\"reasoning\",\"summary\":[{\"type\":\"summary_text\","
                + "\"text\":\"Hm.\"}],\"encrypted_content\":\"sealed\"},"
                + "{\"type\":\"message\",\"role\":\"assistant\",\"content\":["
                + "{\"type\":\"output_text\",\"text\":\"Looking.\"}]},"
                + "{\"type\":\"function_call\",\"call_id\":\"c1\",\"name\":\"look\","
                + "\"arguments\":\"{\\\"a\\\":1.10}\"},"
                + "{\"type\":\"function_call_output\",\"call_id\":\"c1\",\"output\":\"sun\"}]");
    assertThat(body.path("include").toString()).isEqualTo("[\"reasoning.encrypted_content\"]");
    assertThat(warnings).isEmpty();
  }

  @Test
  void thoughtsOfOtherFamiliesAreLeftOutWithOneWarning() {
    JsonNode body =
        write(
            ModelRequest.of(
                List.of(
                    new Message(
                        Role.ASSISTANT,
                        List.of(
                            new Part.Reasoning("A", new Signature(Signature.Family.ANTHROPIC, "s")),
                            new Part.Reasoning("B", null),
                            new Part.Text("C", null))))));
    assertThat(body.path("input")).hasSize(1);
    assertThat(warnings).containsExactly("reasoning");
  }

  @Test
  void theSealOfAnotherFamilyOnACallIsLeftOutWithAWarning() {
    Signature seal = new Signature(Signature.Family.GOOGLE, "g");
    write(
        ModelRequest.of(
            List.of(
                new Message(
                    Role.ASSISTANT, List.of(new Part.ToolCall("c1", "look", "{}", seal, null))))));
    assertThat(warnings).containsExactly("tool calls");
  }

  @Test
  void aToolThatTakesBareTextIsACustomToolWithCustomCalls() {
    ModelRequest request =
        with(
            List.of(
                new Message(
                    Role.ASSISTANT,
                    List.of(new Part.ToolCall("c1", "patch", "{\"input\":\"a\"}", null, null))),
                new Message(
                    Role.TOOL,
                    List.of(new Part.ToolResult("c1", "patch", List.of(), false, null)))),
            List.of(new Tool.Function("patch", "Patches.", null, null, true, CacheMark.HOUR)));
    JsonNode body = write(request);
    assertThat(body.path("tools").toString())
        .isEqualTo("[{\"type\":\"custom\",\"name\":\"patch\",\"description\":\"Patches.\"}]");
    assertThat(body.at("/input/0/type").textValue()).isEqualTo("custom_tool_call");
    assertThat(body.at("/input/0/input").textValue()).isEqualTo("a");
    assertThat(body.at("/input/1/type").textValue()).isEqualTo("custom_tool_call_output");
    assertThat(body.at("/input/1/output").textValue()).isEmpty();
  }

  @Test
  void schemasAreNotStrictUnlessTheCallerSaysSoAndKeepTheirOrder() {
    JsonNode schema = Json.readOrNull("{\"type\":\"object\",\"properties\":{\"b\":{},\"a\":{}}}");
    JsonNode body =
        write(
            with(
                HELLO,
                List.of(
                    new Tool.Function("x", null, schema, null, false, null),
                    new Tool.Function("y", null, null, true, false, null))));
    assertThat(body.path("tools").toString())
        .isEqualTo(
            "[{\"type\":\"function\",\"name\":\"x\",\"description\":null,\"parameters\":"
                + "{\"type\":\"object\",\"properties\":{\"b\":{},\"a\":{}}},\"strict\":false},"
                + "{\"type\":\"function\",\"name\":\"y\",\"description\":null,\"parameters\":"
                + "{\"type\":\"object\",\"properties\":{}},\"strict\":true}]");
  }

  @Test
  void aToolThatAnotherFamilyHostsIsLeftOutWithAWarning() {
    JsonNode own = Json.MAPPER.createObjectNode().put("type", "web_search");
    JsonNode body =
        write(
            with(
                HELLO,
                List.of(
                    new Tool.Hosted("openai", "web_search", own),
                    new Tool.Hosted("anthropic", "computer", own))));
    assertThat(body.path("tools").toString()).isEqualTo("[{\"type\":\"web_search\"}]");
    assertThat(warnings).containsExactly("tools[1]");
  }

  @Test
  void aFailedToolsResultGoesAsItIsWithAWarning() {
    JsonNode body =
        write(
            ModelRequest.of(
                List.of(
                    new Message(
                        Role.TOOL,
                        List.of(
                            new Part.ToolResult(
                                "c1",
                                "look",
                                List.of(new Part.Text("broken", null)),
                                true,
                                null))))));
    assertThat(body.at("/input/0/output").textValue()).isEqualTo("broken");
    assertThat(warnings).containsExactly("is_error");
  }

  @Test
  void anIdThatIsTooLongIsHashedTheSameInCallAndResult() {
    String id = "x".repeat(65);
    JsonNode body =
        write(
            ModelRequest.of(
                List.of(
                    new Message(
                        Role.ASSISTANT, List.of(new Part.ToolCall(id, "look", "{}", null, null))),
                    new Message(
                        Role.TOOL,
                        List.of(new Part.ToolResult(id, "look", List.of(), false, null))))));
    String written = body.at("/input/0/call_id").textValue();
    assertThat(written).hasSizeLessThanOrEqualTo(64).isNotEqualTo(id);
    assertThat(body.at("/input/1/call_id").textValue()).isEqualTo(written);
  }

  @Test
  void theSessionsKeyIsTheCacheKeyUnlessTheCallerGaveOne() {
    assertThat(write(ModelRequest.of(HELLO)).path("prompt_cache_key").textValue())
        .isEqualTo("sticky");
    ModelRequest own =
        new ResponsesRequestReader()
            .read(
                "{\"input\":\"hi\",\"prompt_cache_key\":\"mine\"}".getBytes(UTF_8),
                (feature, details) -> {});
    assertThat(write(own).path("prompt_cache_key").textValue()).isEqualTo("mine");
  }

  @Test
  void aPersonsIdThatIsTooLongIsHashed() {
    ModelRequest request =
        new ResponsesRequestReader()
            .read(
                ("{\"input\":\"hi\",\"user\":\"" + "u".repeat(65) + "\"}").getBytes(UTF_8),
                (feature, details) -> {});
    assertThat(write(request).path("user").textValue()).hasSize(32);
  }

  @Test
  void aModelThatThinksTakesNoTemperature() {
    JsonNode body = write(sampled(0.5, 100));
    assertThat(body.has("temperature")).isFalse();
    assertThat(warnings).containsExactly("temperature");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpt-4.1", "my-deployment", "gpt-5-chat-latest", "openai/gpt-4o"})
  void otherModelsTakeATemperature(String model) {
    assertThat(write(sampled(0.5, 100), target(model, Set.of())).path("temperature").doubleValue())
        .isEqualTo(0.5);
  }

  @Test
  void aLimitBelowTheApisLeastIsRaisedWithAWarning() {
    assertThat(write(sampled(null, 1)).path("max_output_tokens").intValue()).isEqualTo(16);
    assertThat(warnings).containsExactly("max_tokens");
  }

  @Test
  void ofWhatTheApiDoesNotHaveTheCallerIsWarned() {
    write(
        with(
            HELLO,
            List.of(),
            new Sampling(null, null, null, 5L, 0.1, 0.1, 7L, List.of("END")),
            null,
            Map.of()));
    assertThat(warnings)
        .containsExactly(
            "top_k", "presence_penalty and frequency_penalty", "seed", "stop sequences");
  }

  @ParameterizedTest
  @CsvSource({
    "NONE, none",
    "MINIMAL, minimal",
    "LOW, low",
    "MEDIUM, medium",
    "HIGH, high",
    "XHIGH, xhigh",
    "MAX, xhigh",
  })
  void effortIsAWord(ReasoningRequest.Effort effort, String word) {
    ReasoningRequest asked = new ReasoningRequest(effort, null, false, null);
    assertThat(write(thinking(asked)).path("reasoning").toString())
        .isEqualTo("{\"effort\":\"" + word + "\"}");
  }

  @ParameterizedTest
  @CsvSource({"1024, low", "4096, medium", "31999, high"})
  void aBudgetIsAWordAndItsThoughtsAreTold(long budget, String word) {
    ReasoningRequest asked = new ReasoningRequest(null, budget, false, null);
    assertThat(write(thinking(asked)).path("reasoning").toString())
        .isEqualTo("{\"effort\":\"" + word + "\",\"summary\":\"auto\"}");
  }

  @Test
  void aModelThatDecidesItselfIsAskedForNoEffort() {
    JsonNode body = write(thinking(new ReasoningRequest(null, null, true, null)));
    assertThat(body.has("reasoning")).isFalse();
    assertThat(body.has("include")).isTrue();
  }

  @Test
  void aModelThatDoesNotThinkIsAskedForNoThoughts() {
    JsonNode body = write(thinking(THINKING), target("gpt-4.1", Set.of()));
    assertThat(body.has("reasoning")).isFalse();
    assertThat(body.has("include")).isFalse();
    assertThat(warnings).containsExactly("reasoning");
  }

  @Test
  void optionsOfOpenAiAreWrittenAndThoseOfOthersAreWarnedOf() {
    JsonNode openai =
        Json.readOrNull(
            "{\"metadata\":{\"a\":\"b\"},\"store\":true,\"verbosity\":\"low\",\"logit_bias\":{}}");
    JsonNode body =
        write(
            with(
                HELLO,
                List.of(),
                Sampling.NONE,
                null,
                Map.of(
                    "openai",
                    Objects.requireNonNull(openai),
                    "anthropic",
                    Json.MAPPER.createObjectNode().put("speed", "fast"))));
    assertThat(body.path("metadata").toString()).isEqualTo("{\"a\":\"b\"}");
    assertThat(body.path("store").booleanValue()).isTrue();
    assertThat(body.at("/text/verbosity").textValue()).isEqualTo("low");
    assertThat(body.has("logit_bias")).isFalse();
    assertThat(warnings).containsExactly("logit_bias", "speed");
  }

  @Test
  void fieldsThatTheProviderRefusesAreNotWritten() {
    JsonNode body =
        write(sampled(null, 100), target("m", Set.of("prompt_cache_key", "max_output_tokens")));
    assertThat(body.has("prompt_cache_key")).isFalse();
    assertThat(body.has("max_output_tokens")).isFalse();
  }

  @Test
  void aDocumentWithoutANameGetsOne() {
    JsonNode body =
        write(
            ModelRequest.of(
                List.of(
                    new Message(
                        Role.USER,
                        List.of(
                            new Part.Media(
                                "application/pdf",
                                new Part.Media.Source.Data("AAAA"),
                                null,
                                null,
                                null),
                            new Part.Media(
                                "text/plain",
                                new Part.Media.Source.PlainText("words"),
                                null,
                                null,
                                null))))));
    assertThat(body.at("/input/0/content").toString())
        .isEqualTo(
            "[{\"type\":\"input_file\",\"filename\":\"document.pdf\","
                + "\"file_data\":\"data:application/pdf;base64,AAAA\"},"
                + "{\"type\":\"input_text\",\"text\":\"words\"}]");
  }

  @Test
  void halfAPairOfSurrogatesIsNoFault() {
    JsonNode body = write(ModelRequest.of(List.of(Message.text(Role.USER, "cut \ud83d"))));
    assertThat(body.at("/input/0/content/0/text").textValue()).isEqualTo("cut ?");
  }

  @Test
  void aChoiceNamesTheToolInItsKind() {
    ModelRequest request =
        new ModelRequest(
            HELLO,
            List.of(new Tool.Function("patch", null, null, null, true, null)),
            ToolChoice.named("patch"),
            true,
            Sampling.NONE,
            null,
            null,
            true,
            null,
            null,
            null,
            null,
            Map.of());
    JsonNode body = write(request);
    assertThat(body.path("tool_choice").toString())
        .isEqualTo("{\"type\":\"custom\",\"name\":\"patch\"}");
    assertThat(body.path("parallel_tool_calls").booleanValue()).isTrue();
    assertThat(body.path("stream").booleanValue()).isTrue();
  }

  private JsonNode write(ModelRequest request) {
    return write(request, target("gpt-5.2", Set.of()));
  }

  private JsonNode write(ModelRequest request, Target target) {
    byte[] body =
        new ResponsesRequestWriter()
            .write(request, target, (feature, details) -> warnings.add(feature));
    return Objects.requireNonNull(Json.readOrNull(new String(body, UTF_8)));
  }

  private static Target target(String model, Set<String> refused) {
    return new Target(model, "openai", "sticky", refused, true);
  }

  private static ModelRequest sampled(@Nullable Double temperature, long most) {
    return with(
        HELLO,
        List.of(),
        new Sampling(most, temperature, null, null, null, null, null, List.of()),
        null,
        Map.of());
  }

  private static ModelRequest thinking(ReasoningRequest asked) {
    return with(HELLO, List.of(), Sampling.NONE, asked, Map.of());
  }

  private static ModelRequest with(List<Message> messages, List<Tool> tools) {
    return with(messages, tools, Sampling.NONE, null, Map.of());
  }

  private static ModelRequest with(
      List<Message> messages,
      List<Tool> tools,
      Sampling sampling,
      @Nullable ReasoningRequest reasoning,
      Map<String, JsonNode> options) {
    return new ModelRequest(
        messages, tools, null, null, sampling, reasoning, null, false, null, null, null, null,
        options);
  }
}

package dev.mooring.gateway.translate.converse;

import static dev.mooring.gateway.translate.converse.Asked.assistant;
import static dev.mooring.gateway.translate.converse.Asked.call;
import static dev.mooring.gateway.translate.converse.Asked.function;
import static dev.mooring.gateway.translate.converse.Asked.json;
import static dev.mooring.gateway.translate.converse.Asked.result;
import static dev.mooring.gateway.translate.converse.Asked.results;
import static dev.mooring.gateway.translate.converse.Asked.text;
import static dev.mooring.gateway.translate.converse.Asked.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.OutputFormat;
import dev.mooring.gateway.translate.model.ReasoningRequest.Effort;
import dev.mooring.gateway.translate.model.Sampling;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.ToolChoice;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConverseConfigTest {
  private static final String NOVA = "us.amazon.nova-pro-v1:0";
  private static final OutputFormat SCHEMA =
      new OutputFormat(json("{\"type\":\"object\",\"b\":1.0}"), "weather", "Today's.", true);

  @Test
  void samplingIsInferenceConfig() {
    Asked asked =
        Asked.hello()
            .model("anthropic.claude-3-haiku-20240307-v1:0")
            .sampling(new Sampling(100L, 0.5, 0.9, 40L, 0.0, 0.0, null, List.of("END")));

    assertThat(asked.body().path("inferenceConfig"))
        .isEqualTo(
            json(
                "{\"maxTokens\":100,\"temperature\":0.5,\"topP\":0.9,\"stopSequences\":[\"END\"]}"));
    assertThat(asked.body().path("additionalModelRequestFields")).isEqualTo(json("{\"top_k\":40}"));
    assertThat(asked.warned).isEmpty();
  }

  @Test
  void whatConverseHasNoFieldForIsWarnedOf() {
    Asked asked =
        Asked.hello()
            .sampling(new Sampling(null, 1.5, null, 40L, 0.5, 0.5, 7L, List.of()))
            .tools(function("f"))
            .parallel(false)
            .model("meta.llama3-1-70b-instruct-v1:0");

    assertThat(asked.body().path("inferenceConfig")).isEqualTo(json("{\"temperature\":1.0}"));
    assertThat(asked.warned)
        .containsExactlyInAnyOrder(
            "temperature",
            "top_k",
            "presence_penalty",
            "frequency_penalty",
            "seed",
            "parallel_tool_calls");
  }

  @Test
  void novaHasItsTopKInAnInferenceConfigOfItsOwn() {
    Asked asked =
        Asked.hello()
            .model(NOVA)
            .sampling(new Sampling(null, null, null, 40L, null, null, null, List.of()));

    assertThat(asked.body().path("additionalModelRequestFields"))
        .isEqualTo(json("{\"inferenceConfig\":{\"topK\":40}}"));
  }

  @ParameterizedTest
  @CsvSource({
    "anthropic.claude-sonnet-4-5-20250929-v1:0, top_p",
    "global.anthropic.claude-opus-4-8, 'temperature,top_p'",
    "anthropic.claude-sonnet-5, 'temperature,top_p'"
  })
  void newerClaudesTakeFewerFieldsThatChooseTokens(String model, String dropped) {
    Asked asked =
        Asked.hello()
            .model(model)
            .sampling(new Sampling(null, 0.5, 0.9, null, null, null, null, List.of()));

    asked.written();

    assertThat(asked.warned).containsExactly(dropped.split(","));
  }

  @Test
  void theStopSequenceOfClaudeIsAskedFor() {
    Sampling sampling = new Sampling(null, null, null, null, null, null, null, List.of("END"));
    Asked asked = Asked.hello().sampling(sampling);

    assertThat(asked.body().path("additionalModelResponseFieldPaths"))
        .isEqualTo(json("[\"/stop_sequence\"]"));
    assertThat(asked.stream().body().path("additionalModelResponseFieldPaths"))
        .isEqualTo(json("[\"/delta/stop_sequence\"]"));
    assertThat(asked.model(NOVA).written()).doesNotContain("additionalModelResponseFieldPaths");
  }

  @Test
  void functionsAreSpecifiedWithTheirSchema() {
    Tool strict = new Tool.Function("f", " ", json("{\"type\":\"object\"}"), true, false, null);
    Tool bare = new Tool.Function("g", null, null, null, false, null);
    Tool free = new Tool.Function("h", null, null, null, true, null);
    Asked asked = Asked.hello().tools(strict, bare, free);

    assertThat(asked.body().at("/toolConfig/tools"))
        .isEqualTo(
            json(
                """
                [{"toolSpec":{"name":"f","inputSchema":{"json":{"type":"object"}},"strict":true}},
                 {"toolSpec":{"name":"g",
                   "inputSchema":{"json":{"type":"object","properties":{}}}}},
                 {"toolSpec":{"name":"h","inputSchema":{"json":{"type":"object",
                   "properties":{"input":{"type":"string"}},"required":["input"]}}}}]
                """));
    assertThat(asked.model(NOVA).written()).doesNotContain("strict");
    assertThat(asked.warned).containsExactly("tools[0].strict");
  }

  @Test
  void theChoiceOfToolsIsOneOfThree() {
    Asked asked = Asked.hello().tools(function("f"), function("g"));

    assertThat(chosen(asked).isMissingNode()).isTrue();
    assertThat(chosen(asked.choice(ToolChoice.AUTO))).isEqualTo(json("{\"auto\":{}}"));
    assertThat(chosen(asked.choice(ToolChoice.REQUIRED))).isEqualTo(json("{\"any\":{}}"));
    assertThat(chosen(asked.choice(ToolChoice.named("g"))))
        .isEqualTo(json("{\"tool\":{\"name\":\"g\"}}"));
  }

  @Test
  void onlyTheAllowedToolsAreTold() {
    Asked asked =
        Asked.hello()
            .tools(function("f"), function("g"))
            .choice(new ToolChoice(ToolChoice.Mode.REQUIRED, null, List.of("g")));

    assertThat(asked.body().at("/toolConfig/tools").findValuesAsText("name")).containsExactly("g");
    assertThat(chosen(asked)).isEqualTo(json("{\"any\":{}}"));
  }

  @Test
  void forbiddenToolsAreNotToldUnlessTheyWereCalledBefore() {
    assertThat(Asked.hello().tools(function("f")).choice(ToolChoice.NONE).body().has("toolConfig"))
        .isFalse();

    Asked called =
        Asked.of(user(text("Go")), assistant(call("a", "f", "{}")), results(result("a")))
            .tools(function("f"))
            .choice(ToolChoice.NONE);
    assertThat(called.body().at("/toolConfig/tools")).hasSize(1);
    assertThat(chosen(called).isMissingNode()).isTrue();
    assertThat(called.warned).containsExactly("tool_choice");
  }

  @Test
  void toolsThatWereCalledBeforeAreSpecifiedWhereTheCallerDoesNot() {
    Asked asked =
        Asked.of(
            user(text("Go")),
            assistant(call("a", "f", "{}"), call("b", "f", "{}"), call("c", "g", "{}")),
            results(result("a"), result("b"), result("c")));

    assertThat(asked.body().at("/toolConfig/tools").findValuesAsText("name"))
        .containsExactly("f", "g");
  }

  @Test
  void hostedToolsAreLeftOut() {
    Asked asked =
        Asked.hello().tools(new Tool.Hosted("anthropic", "web_search", json("{}")), function("f"));

    assertThat(asked.body().at("/toolConfig/tools")).hasSize(1);
    assertThat(asked.warned).containsExactly("tools[0]");
  }

  @Test
  void aSchemaForTheOutputIsATextFormatWhereTheModelCan() {
    Asked asked = Asked.hello().format(SCHEMA);

    assertThat(asked.body().path("outputConfig"))
        .isEqualTo(
            json(
                """
                {"textFormat":{"type":"json_schema","structure":{"jsonSchema":{
                  "schema":"{\\"type\\":\\"object\\",\\"b\\":1.0}",
                  "name":"weather","description":"Today's."}}}}
                """));
    assertThat(asked.body().has("toolConfig")).isFalse();
  }

  @Test
  void elsewhereTheAnswerIsAToolThatMustBeCalled() {
    Asked asked = Asked.hello().model(NOVA).format(SCHEMA);

    assertThat(asked.body().path("toolConfig"))
        .isEqualTo(
            json(
                """
                {"tools":[{"toolSpec":{"name":"answer_in_json","description":"Today's.",
                   "inputSchema":{"json":{"type":"object","b":1.0}}}}],
                 "toolChoice":{"tool":{"name":"answer_in_json"}}}
                """));
    assertThat(chosen(asked.tools(function("f")))).isEqualTo(json("{\"any\":{}}"));
    assertThat(asked.body().has("outputConfig")).isFalse();
  }

  @Test
  void jsonWithoutASchemaCannotBeEnforced() {
    Asked asked = Asked.hello().format(new OutputFormat(null, null, null, null));

    assertThat(asked.body()).isEqualTo(Asked.hello().body());
    assertThat(asked.warned).containsExactly("response_format");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "anthropic.claude-sonnet-4-5-20250929-v1:0 | LOW | | "
            + "{'thinking':{'type':'enabled','budget_tokens':4096}} | 8192",
        "anthropic.claude-sonnet-4-5-20250929-v1:0 | | 100 | "
            + "{'thinking':{'type':'enabled','budget_tokens':1024}} | 5120",
        "us.anthropic.claude-3-7-sonnet-20250219-v1:0 | HIGH | | "
            + "{'thinking':{'type':'enabled','budget_tokens':16384}} | 20480",
        "anthropic.claude-opus-4-6-v1 | MAX | | "
            + "{'thinking':{'type':'adaptive'},'output_config':{'effort':'max'}} |",
        "anthropic.claude-opus-4-6-v1 | | 5000 | "
            + "{'thinking':{'type':'enabled','budget_tokens':5000}} | 9096",
        "anthropic.claude-opus-4-8 | XHIGH | | "
            + "{'thinking':{'type':'adaptive'},'output_config':{'effort':'xhigh'}} |",
        "anthropic.claude-opus-4-8 | | 5000 | "
            + "{'thinking':{'type':'adaptive'},'output_config':{'effort':'medium'}} |",
        "anthropic.claude-sonnet-5 | | | {'thinking':{'type':'adaptive'}} |",
        "openai.gpt-oss-120b-1:0 | MINIMAL | | {'reasoning_effort':'low'} |",
        "amazon.nova-2-lite-v1:0 | MEDIUM | | "
            + "{'reasoningConfig':{'type':'enabled','maxReasoningEffort':'medium'}} |",
      })
  void eachVendorIsAskedToThinkInItsOwnWords(
      String model,
      @Nullable Effort effort,
      @Nullable Long budget,
      String fields,
      @Nullable Long maxTokens) {
    Asked asked = Asked.hello().model(model).reasoning(effort, budget);

    assertThat(asked.body().path("additionalModelRequestFields"))
        .isEqualTo(json(fields.replace('\'', '"')));
    assertThat(asked.body().at("/inferenceConfig/maxTokens").asLong())
        .isEqualTo(maxTokens == null ? 0 : maxTokens);
    assertThat(asked.warned).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"deepseek.r1-v1:0", "anthropic.claude-3-haiku-20240307-v1:0", "my-profile"})
  void whoIsNotKnownToThinkIsNotAskedTo(String model) {
    Asked asked = Asked.hello().model(model).reasoning(Effort.HIGH, null);

    assertThat(asked.body().has("additionalModelRequestFields")).isFalse();
    assertThat(asked.warned).containsExactly("reasoning");
  }

  @Test
  void theBudgetStaysBelowTheLimitOfTheOutput() {
    Sampling limit = new Sampling(2000L, null, null, null, null, null, null, List.of());
    Sampling small = new Sampling(1024L, null, null, null, null, null, null, List.of());

    assertThat(
            Asked.hello()
                .sampling(limit)
                .reasoning(Effort.MAX, null)
                .body()
                .at("/additionalModelRequestFields/thinking/budget_tokens")
                .asLong())
        .isEqualTo(1999);
    Asked asked = Asked.hello().sampling(small).reasoning(Effort.MAX, null);
    assertThat(asked.body().has("additionalModelRequestFields")).isFalse();
    assertThat(asked.warned).containsExactly("reasoning");
  }

  @Test
  void aClaudeThatThinksIsNotOrderedToCallTools() {
    Asked asked =
        Asked.hello()
            .tools(function("f"))
            .choice(ToolChoice.REQUIRED)
            .reasoning(Effort.LOW, null)
            .sampling(new Sampling(null, 0.5, null, null, null, null, null, List.of()));

    assertThat(chosen(asked)).isEqualTo(json("{\"auto\":{}}"));
    assertThat(asked.body().at("/inferenceConfig").has("temperature")).isFalse();
    assertThat(asked.warned).containsExactlyInAnyOrder("tool_choice", "temperature");
  }

  @Test
  void thinkingThatIsOffAsksForNothing() {
    assertThat(Asked.hello().reasoning(Effort.NONE, null).body()).isEqualTo(Asked.hello().body());
  }

  @Test
  void bedrocksOwnFieldsGoWhereTheApiHasThem() {
    Asked asked =
        Asked.hello()
            .reasoning(Effort.LOW, null)
            .by("someone")
            .options(
                "bedrock",
                """
                {"additionalModelRequestFields":{"a":1},"anthropicBeta":["b"],
                 "guardrailConfig":{"guardrailIdentifier":"g"},"serviceTier":"flex",
                 "performanceConfig":{"latency":"optimized"},"inferenceConfig":{"maxTokens":5},
                 "reasoningConfig":{"type":"enabled","budgetTokens":3000},"system":[]}
                """);

    JsonNode body = asked.body();
    assertThat(body.path("additionalModelRequestFields"))
        .isEqualTo(
            json(
                "{\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":3000},"
                    + "\"anthropic_beta\":[\"b\"],\"a\":1}"));
    assertThat(body.at("/guardrailConfig/guardrailIdentifier").asText()).isEqualTo("g");
    assertThat(body.path("serviceTier")).isEqualTo(json("{\"type\":\"flex\"}"));
    assertThat(body.at("/performanceConfig/latency").asText()).isEqualTo("optimized");
    assertThat(body.at("/inferenceConfig/maxTokens").asInt()).isEqualTo(5);
    assertThat(body.path("requestMetadata")).isEqualTo(json("{\"user_id\":\"someone\"}"));
    assertThat(asked.warned).containsExactly("providerOptions.bedrock.system");
  }

  @Test
  void aUserWhoIsNoMetadataIsLeftOut() {
    Asked asked = Asked.hello().by("{\"device\":1}");

    assertThat(asked.body().has("requestMetadata")).isFalse();
    assertThat(asked.warned).containsExactly("user");
  }

  private static JsonNode chosen(Asked asked) {
    return asked.body().at("/toolConfig/toolChoice");
  }
}

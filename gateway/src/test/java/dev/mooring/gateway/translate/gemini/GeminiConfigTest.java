package dev.mooring.gateway.translate.gemini;

import static dev.mooring.gateway.translate.gemini.Asked.function;
import static dev.mooring.gateway.translate.gemini.Asked.json;
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

class GeminiConfigTest {
  private static final Tool SEARCH =
      new Tool.Hosted("google", "google_search", json("{\"googleSearch\":{}}"));

  @Test
  void samplingIsGenerationConfig() {
    Sampling sampling = new Sampling(100L, 0.5, 0.9, 40L, 0.1, 0.2, 7L, List.of("END"));

    assertThat(Asked.hello().sampling(sampling).body().path("generationConfig"))
        .isEqualTo(
            json(
                """
                {"maxOutputTokens":100,"temperature":0.5,"topP":0.9,"topK":40,
                 "presencePenalty":0.1,"frequencyPenalty":0.2,"stopSequences":["END"],"seed":7}
                """));
  }

  @Test
  void aSeedOfMoreThan32BitsIsLeftOut() {
    Asked asked =
        Asked.hello()
            .sampling(new Sampling(null, null, null, null, null, null, 1L << 40, List.of()));

    assertThat(asked.body().has("generationConfig")).isFalse();
    assertThat(asked.warned).containsExactly("seed");
  }

  @Test
  void functionsAreDeclaredWithTheirJsonSchemaWithoutItsDialect() {
    JsonNode schema =
        json("{\"$schema\":\"http://x\",\"type\":\"object\",\"additionalProperties\":false}");
    Tool typed = new Tool.Function("f", "does f", schema, null, false, null);
    Tool bare = new Tool.Function("g", null, null, null, false, null);
    Tool free = new Tool.Function("h", null, null, null, true, null);

    assertThat(Asked.hello().tools(typed, bare, free).body().path("tools"))
        .isEqualTo(
            json(
                """
                [{"functionDeclarations":[
                  {"name":"f","description":"does f",
                   "parametersJsonSchema":{"type":"object","additionalProperties":false}},
                  {"name":"g"},
                  {"name":"h","parametersJsonSchema":{"type":"object",
                   "properties":{"input":{"type":"string"}},"required":["input"]}}]}]
                """));
    assertThat(schema.has("$schema")).isTrue();
  }

  @Test
  void theChoiceOfToolsIsAMode() {
    Asked asked = Asked.hello().tools(function("f"), function("g"));

    assertThat(asked.body().has("toolConfig")).isFalse();
    assertThat(calling(asked.choice(ToolChoice.AUTO))).isEqualTo(json("{\"mode\":\"AUTO\"}"));
    assertThat(calling(asked.choice(ToolChoice.NONE))).isEqualTo(json("{\"mode\":\"NONE\"}"));
    assertThat(calling(asked.choice(ToolChoice.REQUIRED))).isEqualTo(json("{\"mode\":\"ANY\"}"));
    assertThat(calling(asked.choice(ToolChoice.named("g"))))
        .isEqualTo(json("{\"mode\":\"ANY\",\"allowedFunctionNames\":[\"g\"]}"));
    assertThat(calling(asked.choice(new ToolChoice(ToolChoice.Mode.AUTO, null, List.of("f")))))
        .isEqualTo(json("{\"mode\":\"VALIDATED\",\"allowedFunctionNames\":[\"f\"]}"));
    assertThat(calling(asked.choice(new ToolChoice(ToolChoice.Mode.REQUIRED, null, List.of("f")))))
        .isEqualTo(json("{\"mode\":\"ANY\",\"allowedFunctionNames\":[\"f\"]}"));
  }

  @Test
  void aStrictFunctionMakesCallsValidated() {
    Tool strict = new Tool.Function("f", null, json("{\"type\":\"object\"}"), true, false, null);

    assertThat(calling(Asked.hello().tools(strict))).isEqualTo(json("{\"mode\":\"VALIDATED\"}"));
  }

  @Test
  void aChoiceWithoutToolsIsNone() {
    assertThat(Asked.hello().choice(ToolChoice.REQUIRED).body().has("toolConfig")).isFalse();
  }

  @Test
  void googlesHostedToolsStandBesideFunctionsFromGemini3On() {
    Asked asked = Asked.hello().tools(function("f"), SEARCH);

    assertThat(asked.body().at("/tools/0")).isEqualTo(json("{\"googleSearch\":{}}"));
    assertThat(asked.body().at("/tools/1").has("functionDeclarations")).isTrue();
    assertThat(asked.body().path("toolConfig"))
        .isEqualTo(
            json(
                "{\"functionCallingConfig\":{\"mode\":\"VALIDATED\"},"
                    + "\"includeServerSideToolInvocations\":true}"));
    assertThat(asked.model("gemini-2.5-flash").written()).doesNotContain("googleSearch");
    assertThat(asked.warned).containsExactly("tools[1]");
  }

  @Test
  void hostedToolsOfOthersAreLeftOut() {
    Asked asked =
        Asked.hello().tools(new Tool.Hosted("openai", "web_search", json("{\"type\":\"x\"}")));

    assertThat(asked.body().has("tools")).isFalse();
    assertThat(asked.warned).containsExactly("tools[0]");
  }

  @Test
  void oneCallAtATimeCannotBeAsked() {
    Asked asked = Asked.hello().tools(function("f")).parallel(false);

    asked.written();

    assertThat(asked.warned).containsExactly("parallel_tool_calls");
  }

  @Test
  void aSchemaForTheOutputIsAJsonSchema() {
    OutputFormat schema =
        new OutputFormat(json("{\"type\":\"object\",\"$schema\":\"x\"}"), "n", null, true);
    OutputFormat any = new OutputFormat(null, null, null, null);

    assertThat(Asked.hello().format(schema).body().path("generationConfig"))
        .isEqualTo(
            json(
                "{\"responseMimeType\":\"application/json\","
                    + "\"responseJsonSchema\":{\"type\":\"object\"}}"));
    assertThat(Asked.hello().format(any).body().path("generationConfig"))
        .isEqualTo(json("{\"responseMimeType\":\"application/json\"}"));
  }

  @Test
  void beforeGemini3ToolsAndAFormatDoNotGoTogether() {
    Asked asked =
        Asked.hello()
            .tools(function("f"))
            .format(new OutputFormat(null, null, null, null))
            .model("gemini-2.5-pro");

    assertThat(asked.body().has("generationConfig")).isFalse();
    assertThat(asked.warned).containsExactly("response_format");
  }

  @ParameterizedTest
  @CsvSource({
    "gemini-3.1-pro-preview, LOW, , '{\"includeThoughts\":true,\"thinkingLevel\":\"low\"}'",
    "gemini-3-flash-preview, MINIMAL, , '{\"includeThoughts\":true,\"thinkingLevel\":\"minimal\"}'",
    "gemini-3.8-flash, MINIMAL, , '{\"includeThoughts\":true,\"thinkingLevel\":\"low\"}'",
    "gemini-3.8-flash-lite, MINIMAL, , '{\"includeThoughts\":true,\"thinkingLevel\":\"minimal\"}'",
    "gemini-flash-latest, MEDIUM, , '{\"includeThoughts\":true,\"thinkingLevel\":\"medium\"}'",
    "publishers/google/models/gemini-3-pro, MAX, ,"
        + " '{\"includeThoughts\":true,\"thinkingLevel\":\"high\"}'",
    "gemini-3-pro, NONE, , '{\"thinkingLevel\":\"low\"}'",
    "gemini-3-pro, , 1000, '{\"includeThoughts\":true,\"thinkingLevel\":\"low\"}'",
    "gemini-3-pro, , 10000, '{\"includeThoughts\":true,\"thinkingLevel\":\"medium\"}'",
    "gemini-3-pro, , 20000, '{\"includeThoughts\":true,\"thinkingLevel\":\"high\"}'",
    "gemini-3-pro, , , '{\"includeThoughts\":true}'",
    "gemini-2.5-flash, NONE, , '{\"thinkingBudget\":0}'",
    "gemini-2.5-pro, NONE, , '{\"thinkingBudget\":128}'",
    "gemini-2.5-flash, LOW, , '{\"includeThoughts\":true,\"thinkingBudget\":1024}'",
    "gemini-2.5-flash, MEDIUM, , '{\"includeThoughts\":true,\"thinkingBudget\":8192}'",
    "gemini-2.5-flash, MAX, , '{\"includeThoughts\":true,\"thinkingBudget\":24576}'",
    "gemini-2.5-pro, MAX, , '{\"includeThoughts\":true,\"thinkingBudget\":32768}'",
    "gemini-2.5-pro, , 100, '{\"includeThoughts\":true,\"thinkingBudget\":128}'",
    "gemini-2.5-flash-lite, , 100, '{\"includeThoughts\":true,\"thinkingBudget\":512}'",
    "gemini-2.5-flash, , 99999, '{\"includeThoughts\":true,\"thinkingBudget\":24576}'",
    "gemini-2.5-flash, , , '{\"includeThoughts\":true,\"thinkingBudget\":-1}'",
  })
  void thinkingIsALevelFromGemini3OnAndABudgetFor25(
      String model, @Nullable Effort effort, @Nullable Long budget, String expected) {
    Asked asked = Asked.hello().model(model).reasoning(effort, budget);

    assertThat(asked.body().at("/generationConfig/thinkingConfig")).isEqualTo(json(expected));
  }

  @ParameterizedTest
  @CsvSource({"gemini-2.0-flash", "gemini-1.5-pro", "gemma-3-27b-it", "gemini-pro"})
  void modelsThatDoNotThinkAreNotAskedTo(String model) {
    Asked asked = Asked.hello().model(model).reasoning(Effort.HIGH, null);

    assertThat(asked.body().has("generationConfig")).isFalse();
    assertThat(asked.warned).containsExactly("reasoning");
  }

  @Test
  void googlesOwnFieldsGoWhereTheApiHasThem() {
    Asked asked =
        Asked.hello()
            .reasoning(Effort.LOW, null)
            .options(
                "google",
                """
                {"threshold":"BLOCK_NONE","cachedContent":"cachedContents/1","labels":{"a":"b"},
                 "responseModalities":["TEXT","IMAGE"],"thinkingConfig":{"thinkingBudget":77},
                 "generationConfig":{"logprobs":3},"retrievalConfig":{"languageCode":"de"},
                 "requestType":"shared","contents":[]}
                """);

    JsonNode body = asked.body();
    assertThat(body.path("cachedContent").asText()).isEqualTo("cachedContents/1");
    assertThat(body.path("labels")).isEqualTo(json("{\"a\":\"b\"}"));
    assertThat(body.path("safetySettings")).hasSize(4);
    assertThat(body.at("/safetySettings/0/threshold").asText()).isEqualTo("BLOCK_NONE");
    assertThat(body.at("/generationConfig/responseModalities")).hasSize(2);
    assertThat(body.at("/generationConfig/logprobs").asInt()).isEqualTo(3);
    assertThat(body.at("/generationConfig/thinkingConfig"))
        .isEqualTo(json("{\"includeThoughts\":true,\"thinkingBudget\":77}"));
    assertThat(body.at("/toolConfig/retrievalConfig/languageCode").asText()).isEqualTo("de");
    assertThat(body.at("/contents")).hasSize(1);
    assertThat(asked.warned)
        .containsExactlyInAnyOrder(
            "providerOptions.google.requestType", "providerOptions.google.contents");
  }

  @Test
  void argumentsStreamPieceByPieceOnVertexWhereAsked() {
    Asked asked =
        Asked.hello().tools(function("f")).stream()
            .options("google", "{\"streamFunctionCallArguments\":true}");

    assertThat(asked.written()).doesNotContain("streamFunctionCallArguments");
    assertThat(calling(asked.provider("vertex")))
        .isEqualTo(json("{\"streamFunctionCallArguments\":true}"));
  }

  @Test
  void fieldsOfOtherFamiliesAreWarnedOf() {
    Asked asked = Asked.hello().options("openai", "{\"store\":true}");

    assertThat(asked.written()).doesNotContain("store");
    assertThat(asked.warned).containsExactly("store");
  }

  private static JsonNode calling(Asked asked) {
    return asked.body().at("/toolConfig/functionCallingConfig");
  }
}

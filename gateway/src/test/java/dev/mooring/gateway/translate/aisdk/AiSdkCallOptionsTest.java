package dev.mooring.gateway.translate.aisdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OutputFormat;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.ReasoningRequest.Effort;
import dev.mooring.gateway.translate.model.Sampling;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.ToolChoice;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the call options of the AI SDK mean, its prompt aside. */
class AiSdkCallOptionsTest {
  private static ModelRequest read(String members) {
    ReadRequest read = ReadRequest.with(members);
    assertThat(read.warnings()).isEmpty();
    return read.request();
  }

  private static ModelRequest options(String options) {
    return read("\"providerOptions\":{" + options + "}");
  }

  @Test
  void samplingIsReadAsItIs() {
    assertThat(
            read("\"maxOutputTokens\":9,\"temperature\":0.5,\"topP\":1,\"topK\":40,"
                    + "\"presencePenalty\":-1,\"frequencyPenalty\":2,\"seed\":7,"
                    + "\"stopSequences\":[\"END\"]")
                .sampling())
        .isEqualTo(new Sampling(9L, 0.5, 1.0, 40L, -1.0, 2.0, 7L, List.of("END")));
    assertThat(read("\"temperature\":null,\"stopSequences\":null").sampling())
        .isEqualTo(Sampling.NONE);
  }

  @Test
  void theHeadersOfTheCallAndTheGatewaysOwnFieldsSayNothingHere() {
    ModelRequest request =
        read(
            "\"headers\":{\"x-a\":\"b\"},\"includeRawChunks\":false,\"model\":\"m\",\"caching\":"
                + "\"auto\",\"providerOptions\":{\"gateway\":{\"sessionId\":\"s\"}}");
    assertThat(request.options()).isEmpty();
  }

  @Test
  void whatIsUnknownIsWarnedOf() {
    assertThat(ReadRequest.with("\"ofTomorrow\":1,\"includeRawChunks\":true").warnings())
        .containsExactly("ofTomorrow", "includeRawChunks");
  }

  @Test
  void jsonIsAskedForWithOrWithoutASchema() {
    assertThat(read("\"responseFormat\":{\"type\":\"text\"}").outputFormat()).isNull();
    assertThat(read("\"responseFormat\":{\"type\":\"json\"}").outputFormat())
        .isEqualTo(new OutputFormat(null, null, null, null));
    OutputFormat format =
        Objects.requireNonNull(
            read("\"responseFormat\":{\"type\":\"json\",\"schema\":{\"type\":\"object\"},\"name\":\"n\","
                    + "\"description\":\"d\"},\"providerOptions\":{\"openai\":{\"strictJsonSchema\":true}}")
                .outputFormat());
    assertThat(format.name()).isEqualTo("n");
    assertThat(format.description()).isEqualTo("d");
    assertThat(format.strict()).isTrue();
    assertThat(format.schema()).hasToString("{\"type\":\"object\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "none, NONE",
    "minimal, MINIMAL",
    "low, LOW",
    "medium, MEDIUM",
    "high, HIGH",
    "xhigh, XHIGH",
    "max, MAX"
  })
  void theLevelOfReasoningIsAnEffort(String level, Effort effort) {
    assertThat(read("\"reasoning\":\"" + level + "\"").reasoning())
        .isEqualTo(new ReasoningRequest(effort, null, false, null));
  }

  @Test
  void theProvidersDefaultAsksForNothing() {
    assertThat(read("\"reasoning\":\"provider-default\"").reasoning()).isNull();
  }

  @Test
  void thinkingIsAskedForInEveryFamilysWords() {
    assertThat(
            options("\"anthropic\":{\"thinking\":{\"type\":\"enabled\",\"budgetTokens\":2048}}")
                .reasoning())
        .isEqualTo(new ReasoningRequest(null, 2048L, false, null));
    assertThat(
            options("\"anthropic\":{\"thinking\":{\"type\":\"adaptive\"},\"effort\":\"max\"}")
                .reasoning())
        .isEqualTo(new ReasoningRequest(Effort.MAX, null, true, null));
    assertThat(options("\"anthropic\":{\"thinking\":{\"type\":\"disabled\"}}").reasoning())
        .isEqualTo(new ReasoningRequest(Effort.NONE, null, false, null));
    assertThat(
            options("\"openai\":{\"reasoningEffort\":\"high\",\"reasoningSummary\":\"auto\"}")
                .reasoning())
        .isEqualTo(new ReasoningRequest(Effort.HIGH, null, false, "auto"));
    assertThat(
            options(
                    "\"google\":{\"thinkingConfig\":{\"thinkingBudget\":-1,\"includeThoughts\":true}}")
                .reasoning())
        .isEqualTo(new ReasoningRequest(null, null, true, "auto"));
    assertThat(options("\"google\":{\"thinkingConfig\":{\"thinkingLevel\":\"low\"}}").reasoning())
        .isEqualTo(new ReasoningRequest(Effort.LOW, null, false, null));
    assertThat(
            options(
                    "\"bedrock\":{\"reasoningConfig\":{\"type\":\"enabled\",\"budgetTokens\":1024}}")
                .reasoning())
        .isEqualTo(new ReasoningRequest(null, 1024L, false, null));
  }

  @ParameterizedTest
  @CsvSource({"openai/gpt-5, HIGH,", "anthropic/claude-x, , 2048", "m, LOW,"})
  void ofSeveralWordsThoseOfTheModelsFamilyCountThenTheCallsOwn(
      String model, Effort effort, Long budget) {
    ModelRequest request =
        read(
            "\"model\":\""
                + model
                + "\",\"reasoning\":\"low\",\"providerOptions\":{\"openai\":{\"reasoningEffort\":"
                + "\"high\"},\"anthropic\":{\"thinking\":{\"type\":\"enabled\",\"budgetTokens\":"
                + "2048}}}");
    assertThat(request.reasoning()).isEqualTo(new ReasoningRequest(effort, budget, false, null));
  }

  @Test
  void whatTheModelHasAPlaceForIsReadFromItsFamilysOptions() {
    ModelRequest openai =
        options(
            "\"openai\":{\"parallelToolCalls\":false,\"promptCacheKey\":\"k\","
                + "\"promptCacheRetention\":\"24h\",\"user\":\"u\"}");
    assertThat(openai.parallelToolCalls()).isFalse();
    assertThat(openai.promptCacheKey()).isEqualTo("k");
    assertThat(openai.promptCacheRetention()).isEqualTo("24h");
    assertThat(openai.user()).isEqualTo("u");
    ModelRequest anthropic =
        options(
            "\"anthropic\":{\"disableParallelToolUse\":true,\"metadata\":{\"userId\":\"u\"},"
                + "\"cacheControl\":{\"type\":\"ephemeral\",\"ttl\":\"1h\"},\"sendReasoning\":true}");
    assertThat(anthropic.parallelToolCalls()).isFalse();
    assertThat(anthropic.user()).isEqualTo("u");
    assertThat(anthropic.cache()).isEqualTo(CacheMark.HOUR);
    assertThat(anthropic.options()).isEmpty();
    assertThat(openai.options()).isEmpty();
  }

  @Test
  void theRestGoesToItsFamilyUnderWireNames() {
    ModelRequest request =
        options(
            "\"azure\":{\"serviceTier\":\"flex\",\"textVerbosity\":\"low\"},"
                + "\"anthropic\":{\"mcpServers\":[{\"type\":\"url\"}],\"container\":{\"skills\":["
                + "{\"skillId\":\"x\"}]}},\"google\":{\"safetySettings\":[]},"
                + "\"bedrock\":{\"guardrailConfig\":{\"guardrailIdentifier\":\"g\"}},"
                + "\"deepseek\":{\"someOption\":null,\"otherOption\":1}");
    assertThat(request.options().toString())
        .isEqualTo(
            "{openai={\"service_tier\":\"flex\",\"verbosity\":\"low\"}, anthropic={\"mcp_servers\":"
                + "[{\"type\":\"url\"}],\"container\":{\"skills\":[{\"skill_id\":\"x\"}]}}, google="
                + "{\"safetySettings\":[]}, bedrock={\"guardrailConfig\":{\"guardrailIdentifier\":"
                + "\"g\"}}, deepseek={\"other_option\":1}}");
  }

  @Test
  void functionsKeepTheirSchemasOrderAndMarkers() {
    ModelRequest request =
        read(
            "\"tools\":[{\"type\":\"function\",\"name\":\"f\",\"description\":\"d\",\"inputSchema\":"
                + "{\"z\":1.0,\"a\":2},\"strict\":true,\"providerOptions\":{\"anthropic\":"
                + "{\"cacheControl\":{\"type\":\"ephemeral\"}}}}]");
    Tool.Function function = (Tool.Function) request.tools().get(0);
    assertThat(function.schema()).hasToString("{\"z\":1.0,\"a\":2}");
    assertThat(function.strict()).isTrue();
    assertThat(function.freeform()).isFalse();
    assertThat(function.cache()).isEqualTo(CacheMark.DEFAULT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "provider | openai.web_search | {\"searchContextSize\":\"low\"} | openai | web_search | {\"type\":\"web_search\",\"search_context_size\":\"low\"}",
        "provider | openai.file_search | {\"vectorStoreIds\":[\"v\"],\"ranking\":{\"scoreThreshold\":1}} | openai | file_search | {\"type\":\"file_search\",\"vector_store_ids\":[\"v\"],\"ranking_options\":{\"score_threshold\":1}}",
        "provider | openai.code_interpreter | {} | openai | code_interpreter | {\"type\":\"code_interpreter\",\"container\":{\"type\":\"auto\"}}",
        "provider | openai.code_interpreter | {\"container\":{\"fileIds\":[\"f\"]}} | openai | code_interpreter | {\"type\":\"code_interpreter\",\"container\":{\"type\":\"auto\",\"file_ids\":[\"f\"]}}",
        "provider-defined | anthropic.web_search_20250305 | {\"maxUses\":3} | anthropic | web_search | {\"type\":\"web_search_20250305\",\"name\":\"web_search\",\"max_uses\":3}",
        "provider | anthropic.text_editor_20250728 | {} | anthropic | str_replace_based_edit_tool | {\"type\":\"text_editor_20250728\",\"name\":\"str_replace_based_edit_tool\"}",
        "provider | anthropic.tool_search_bm25_20251119 | {} | anthropic | tool_search_tool_bm25 | {\"type\":\"tool_search_tool_bm25_20251119\",\"name\":\"tool_search_tool_bm25\"}",
        "provider | google.google_search | {\"mode\":\"M\"} | google | google_search | {\"googleSearch\":{\"mode\":\"M\"}}",
        "provider | google.url_context | {} | google | url_context | {\"urlContext\":{}}"
      })
  void aProvidersToolBecomesItsFamilysOwn(
      String type, String id, String args, String family, String name, String definition) {
    ModelRequest request =
        read(
            "\"tools\":[{\"type\":\"%s\",\"id\":\"%s\",\"name\":\"mine\",\"args\":%s}]"
                .formatted(type, id, args));
    Tool.Hosted tool = (Tool.Hosted) request.tools().get(0);
    assertThat(tool.family()).isEqualTo(family);
    assertThat(tool.name()).isEqualTo(name);
    assertThat(tool.definition()).hasToString(definition);
  }

  @Test
  void aCustomToolOfOpenAisTakesBareText() {
    ReadRequest read =
        ReadRequest.with(
            "\"tools\":[{\"type\":\"provider\",\"id\":\"openai.custom\",\"name\":\"n\",\"args\":"
                + "{\"name\":\"other\",\"description\":\"d\",\"format\":{\"type\":\"grammar\"}}}]");
    assertThat(read.request().tools())
        .containsExactly(new Tool.Function("n", "d", null, null, true, null));
    assertThat(read.warnings()).containsExactly("tools[0].args.format");
  }

  @Test
  void aToolOfNobodyIsLeftOutWithAWarning() {
    ReadRequest read =
        ReadRequest.with(
            "\"tools\":[{\"type\":\"provider\",\"id\":\"gateway.perplexity_search\",\"name\":\"p\","
                + "\"args\":{}},{\"type\":\"function\",\"name\":\"f\",\"inputSchema\":{},"
                + "\"inputExamples\":[{\"input\":{}}]}]");
    assertThat(read.request().tools()).hasSize(1);
    assertThat(read.warnings()).containsExactly("tools[0]", "tools[1].inputExamples");
  }

  @Test
  void everyChoiceOfToolsIsKnown() {
    assertThat(read("\"toolChoice\":{\"type\":\"auto\"}").toolChoice()).isEqualTo(ToolChoice.AUTO);
    assertThat(read("\"toolChoice\":{\"type\":\"none\"}").toolChoice()).isEqualTo(ToolChoice.NONE);
    assertThat(read("\"toolChoice\":{\"type\":\"required\"}").toolChoice())
        .isEqualTo(ToolChoice.REQUIRED);
    assertThat(read("\"toolChoice\":{\"type\":\"tool\",\"toolName\":\"f\"}").toolChoice())
        .isEqualTo(ToolChoice.named("f"));
    assertThat(read("\"toolChoice\":null").toolChoice()).isNull();
  }
}

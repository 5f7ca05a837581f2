package dev.mooring.gateway.translate.messages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.Message.Role;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.ReasoningRequest.Effort;
import dev.mooring.gateway.translate.model.Sampling;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.Signature.Family;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.ToolChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How much a model is to write and to think, and what else it is told. */
class SettingsTest {
  private static final String NEWEST = "claude-opus-4-8";
  private static final String BOTH = "claude-opus-4-6";
  private static final String BUDGET = "claude-sonnet-4-5";
  private static final Tool LOOK = new Tool.Function("look", null, null, null, false, null);

  private final List<String> warned = new ArrayList<>();

  @ParameterizedTest
  @CsvSource({
    "claude-3-haiku-20240307, 4096",
    "claude-3-5-sonnet-20241022, 8192",
    "us.anthropic.claude-3-5-haiku-20241022-v1:0, 8192",
    "claude-3-7-sonnet-latest, 32000",
    "claude-opus-4-1@20250805, 32000",
    "anthropic/claude-sonnet-4.5, 32000",
    "claude-sonnet-5, 32000",
    "claude-from-the-future, 32000",
    "MiniMax-M2, 8192"
  })
  void whoNamesNoLimitGetsTheModels(String model, long limit) {
    JsonNode body = Written.request(Asked.hello().request(), model);
    assertThat(body.get("max_tokens").longValue()).isEqualTo(limit);
  }

  @Test
  void aLimitAboveTheModelsIsLowered() {
    assertThat(
            body(Asked.hello().maxTokens(9000), "claude-3-5-sonnet").get("max_tokens").intValue())
        .isEqualTo(8192);
    assertThat(warned).containsExactly("max_tokens");
  }

  @Test
  void effortIsAWordWhereTheModelHasOne() {
    JsonNode body = Written.request(Asked.hello().effort(Effort.MEDIUM).request(), NEWEST);
    assertThat(body.get("thinking"))
        .isEqualTo(Written.json("{'type':'adaptive','display':'summarized'}"));
    assertThat(body.get("output_config")).isEqualTo(Written.json("{'effort':'medium'}"));
  }

  @ParameterizedTest
  @CsvSource({
    "MINIMAL, claude-opus-4-8, low",
    "XHIGH, claude-opus-4-8, xhigh",
    "XHIGH, claude-opus-4-6, max",
    "MAX, claude-opus-4-6, max"
  })
  void effortIsTheNearestThatTheModelHas(Effort effort, String model, String word) {
    JsonNode body = Written.request(Asked.hello().effort(effort).request(), model);
    assertThat(body.at("/output_config/effort").textValue()).isEqualTo(word);
  }

  @ParameterizedTest
  @CsvSource({"MINIMAL, 3200", "LOW, 6400", "MEDIUM, 16000", "HIGH, 25600", "MAX, 28800"})
  void effortIsAShareOfTheTokensForOlderModels(Effort effort, long budget) {
    JsonNode body = Written.request(Asked.hello().effort(effort).request(), BUDGET);
    assertThat(body.get("thinking"))
        .isEqualTo(Written.json("{'type':'enabled','budget_tokens':" + budget + "}"));
    assertThat(body.has("output_config")).isFalse();
  }

  @Test
  void aBudgetIsBelowTheLimit() {
    JsonNode body = Written.request(Asked.hello().budget(8000).maxTokens(5000).request(), BUDGET);
    assertThat(body.at("/thinking/budget_tokens").intValue()).isEqualTo(4000);
    assertThat(body.get("max_tokens").intValue()).isEqualTo(5000);
  }

  @Test
  void theLimitMakesRoomForABudgetWhereTheCallerNamesNone() {
    JsonNode body = Written.request(Asked.hello().budget(40_000).request(), BUDGET);
    assertThat(body.at("/thinking/budget_tokens").intValue()).isEqualTo(40_000);
    assertThat(body.get("max_tokens").intValue()).isEqualTo(64_000);
  }

  @Test
  void whereTooFewTokensAreLeftNothingIsThought() {
    assertThat(body(Asked.hello().budget(1024).maxTokens(1000), BUDGET).has("thinking")).isFalse();
    assertThat(warned).containsExactly("reasoning");
  }

  @Test
  void aBudgetIsAnEffortForModelsThatTakeNone() {
    JsonNode body = Written.request(Asked.hello().budget(5000).request(), NEWEST);
    assertThat(body.at("/thinking/type").textValue()).isEqualTo("adaptive");
    assertThat(body.at("/output_config/effort").textValue()).isEqualTo("medium");
  }

  @Test
  void aModelThatTakesBothGetsWhatWasAsked() {
    assertThat(Written.request(Asked.hello().budget(5000).request(), BOTH).get("thinking"))
        .isEqualTo(Written.json("{'type':'enabled','budget_tokens':5000}"));
    ReasoningRequest adaptive = new ReasoningRequest(null, null, true, null);
    JsonNode body = Written.request(Asked.hello().reasoning(adaptive).request(), BOTH);
    assertThat(body.at("/thinking/type").textValue()).isEqualTo("adaptive");
    assertThat(body.has("output_config")).isFalse();
  }

  @Test
  void thinkingIsSwitchedOffWhereItCouldBeOn() {
    Asked off = Asked.hello().effort(Effort.NONE);
    assertThat(Written.request(off.request(), NEWEST).get("thinking"))
        .isEqualTo(Written.json("{'type':'disabled'}"));
    assertThat(Written.request(off.request(), "claude-3-5-sonnet").has("thinking")).isFalse();
  }

  @Test
  void aModelThatCannotThinkDoesNot() {
    assertThat(body(Asked.hello().effort(Effort.HIGH), "claude-3-5-sonnet").has("thinking"))
        .isFalse();
    assertThat(warned).containsExactly("reasoning");
  }

  @Test
  void aCallThatMustBeMadeIsMadeWithoutThinking() {
    Asked asked = Asked.hello().tools(LOOK).choice(ToolChoice.REQUIRED).effort(Effort.HIGH);
    JsonNode body = body(asked, NEWEST);
    assertThat(body.has("thinking")).isFalse();
    assertThat(body.at("/tool_choice/type").textValue()).isEqualTo("any");
    assertThat(warned).containsExactly("reasoning");
  }

  @Test
  void aTurnThatBeganWithoutThoughtsGoesOnWithoutThem() {
    Part call = new Part.ToolCall("c", "look", "{}", null, null);
    Part result = new Part.ToolResult("c", "look", List.of(), false, null);
    Asked loop =
        Asked.of(
            Message.text(Role.USER, "a"),
            new Message(Role.ASSISTANT, List.of(call)),
            new Message(Role.TOOL, List.of(result)));
    assertThat(body(loop.tools(LOOK).budget(2000), BUDGET).has("thinking")).isFalse();
    assertThat(warned).containsExactly("reasoning");
    Part thought = new Part.Reasoning("Hm", new Signature(Family.ANTHROPIC, "s"));
    Asked thinking =
        Asked.of(
            Message.text(Role.USER, "a"),
            new Message(Role.ASSISTANT, List.of(thought, call)),
            new Message(Role.TOOL, List.of(result)));
    assertThat(Written.request(thinking.tools(LOOK).budget(2000).request(), BUDGET).has("thinking"))
        .isTrue();
  }

  @Test
  void aThinkingModelTakesNoSampling() {
    Asked asked = Asked.hello().sampling(sampling(0.5, 0.5, 5L)).budget(2000);
    JsonNode body = body(asked, BUDGET);
    assertThat(body.has("temperature") || body.has("top_p") || body.has("top_k")).isFalse();
    assertThat(warned).containsExactly("temperature", "top_p", "top_k");
  }

  @Test
  void theNewestModelsTakeNoSampling() {
    body(Asked.hello().sampling(sampling(0.5, null, 5L)), NEWEST);
    assertThat(warned).containsExactly("temperature", "top_k");
    Written.request(Asked.hello().sampling(sampling(1.0, 1.0, null)).request(), NEWEST);
  }

  @Test
  void temperatureAndTopPAreNotBothSentToClaude() {
    JsonNode body = body(Asked.hello().sampling(sampling(0.5, 0.5, null)), BUDGET);
    assertThat(body.get("temperature").doubleValue()).isEqualTo(0.5);
    assertThat(body.has("top_p")).isFalse();
    assertThat(warned).containsExactly("top_p");
    JsonNode foreign =
        Written.request(Asked.hello().sampling(sampling(0.5, 0.5, null)).request(), "kimi-k2");
    assertThat(foreign.get("top_p").doubleValue()).isEqualTo(0.5);
  }

  @ParameterizedTest
  @CsvSource({"1.7, 1.0", "-0.5, 0.0"})
  void temperatureIsBroughtBetweenZeroAndOne(double asked, double sent) {
    JsonNode body = body(Asked.hello().sampling(sampling(asked, null, null)), BUDGET);
    assertThat(body.get("temperature").doubleValue()).isEqualTo(sent);
    assertThat(warned).containsExactly("temperature");
  }

  @Test
  void whatAnthropicHasNoFieldForIsWarnedOf() {
    Sampling sampling = new Sampling(null, null, null, null, 0.5, 0.5, 7L, List.of("END", " "));
    JsonNode body = body(Asked.hello().sampling(sampling).retention("24h"), BUDGET);
    assertThat(body.get("stop_sequences")).isEqualTo(Written.json("['END']"));
    assertThat(warned)
        .containsExactly(
            "presence_penalty", "frequency_penalty", "seed", "stop", "prompt_cache_retention");
  }

  @Test
  void fieldsThatTheProviderRefusesAreLeftOut() {
    Target refusing = new Target(BUDGET, "anthropic", null, Set.of("top_k", "absent"), true);
    JsonNode body =
        Written.request(
            Asked.hello().sampling(sampling(null, null, 5L)).request(), refusing, warned);
    assertThat(body.has("top_k")).isFalse();
    assertThat(warned).containsExactly("top_k");
  }

  @Test
  void anthropicsOwnWordsWin() {
    String own =
        "{'thinking':{'type':'enabled','budget_tokens':3000},'effort':'low',"
            + "'disable_parallel_tool_use':true,'service_tier':'standard_only',"
            + "'metadata':{'x':1},'messages':[],'send_reasoning':true}";
    JsonNode body =
        body(Asked.hello().tools(LOOK).effort(Effort.HIGH).option("anthropic", own), BOTH);
    assertThat(body.at("/thinking/budget_tokens").intValue()).isEqualTo(3000);
    assertThat(body.at("/output_config/effort").textValue()).isEqualTo("low");
    assertThat(body.at("/tool_choice/disable_parallel_tool_use").booleanValue()).isTrue();
    assertThat(body.get("service_tier").textValue()).isEqualTo("standard_only");
    assertThat(body.get("metadata")).isEqualTo(Written.json("{'x':1}"));
    assertThat(body.get("messages")).hasSize(1);
    assertThat(warned).containsExactly("send_reasoning");
  }

  @Test
  void theMarkerOnTheWholePromptIsWritten() {
    JsonNode body = Written.request(Asked.hello().cache(CacheMark.HOUR).request(), BUDGET);
    assertThat(body.get("cache_control"))
        .isEqualTo(Written.json("{'type':'ephemeral','ttl':'1h'}"));
  }

  @Test
  void aCloudThatTakesNoneOnTheWholePromptGetsItOnTheLastPart() {
    Target vertex = Written.target(BUDGET, "vertex");
    JsonNode body = Written.request(Asked.hello().cache(CacheMark.HOUR).request(), vertex, warned);
    assertThat(body.has("cache_control")).isFalse();
    assertThat(body.at("/messages/0/content/0/cache_control"))
        .isEqualTo(Written.json("{'type':'ephemeral','ttl':'1h'}"));
    assertThat(warned).isEmpty();
  }

  @Test
  void optionsOfOtherFamiliesAreWarnedOf() {
    body(Asked.hello().option("openai", "{'service_tier':'flex'}"), BUDGET);
    assertThat(warned).containsExactly("service_tier");
  }

  private JsonNode body(Asked asked, String model) {
    return Written.request(asked.request(), model, warned);
  }

  private static Sampling sampling(
      @Nullable Double temperature, @Nullable Double topP, @Nullable Long topK) {
    return new Sampling(null, temperature, topP, topK, null, null, null, List.of());
  }
}

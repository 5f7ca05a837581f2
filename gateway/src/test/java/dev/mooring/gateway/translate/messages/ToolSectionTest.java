package dev.mooring.gateway.translate.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.Message.Role;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.ToolChoice;
import dev.mooring.gateway.translate.model.ToolChoice.Mode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The tools of a request, and answers in JSON. */
class ToolSectionTest {
  private static final String MODEL = "claude-sonnet-4-5";
  private static final String SCHEMA =
      "{'type':'object','properties':{'n':{'type':'integer','minimum':3}},'required':['n']}";
  private static final Tool A = function("a", null);
  private static final Tool B = function("b", null);

  private final List<String> warned = new ArrayList<>();

  @Test
  void aSchemaIsAnObjectsAndKeepsItsOrder() {
    JsonNode tools =
        body(Asked.hello()
                .tools(
                    A,
                    new Tool.Function(
                        "c",
                        "d",
                        Written.json(
                            "{'properties':{'z':{},'y':{}},'required':['z'],'additionalProperties':false}"),
                        true,
                        false,
                        null)))
            .get("tools");
    assertThat(tools)
        .hasToString(
            "[{\"name\":\"a\",\"input_schema\":{\"type\":\"object\"}},"
                + "{\"name\":\"c\",\"description\":\"d\",\"input_schema\":{\"type\":\"object\","
                + "\"properties\":{\"z\":{},\"y\":{}},\"required\":[\"z\"],"
                + "\"additionalProperties\":false},\"strict\":true}]");
  }

  @Test
  void aToolThatTakesBareTextTakesItAsInput() {
    Tool patch = new Tool.Function("patch", null, null, null, true, null);
    assertThat(body(Asked.hello().tools(patch)).at("/tools/0/input_schema"))
        .isEqualTo(
            Written.json(
                "{'type':'object','properties':{'input':{'type':'string'}},"
                    + "'required':['input']}"));
  }

  @Test
  void strictToolsAreOnlyAskedOfModelsThatHaveThem() {
    Tool strict = new Tool.Function("s", null, null, true, false, null);
    JsonNode cloud =
        Written.request(
            Asked.hello().tools(strict).request(), Written.target(MODEL, "vertex"), warned);
    assertThat(cloud.at("/tools/0").has("strict")).isFalse();
    assertThat(warned).containsExactly("tools.strict");
  }

  @Test
  void oneStrictToolThatCannotBeHeldToItsSchemaLeavesAllUnheld() {
    String limited = "{'type':'object','properties':{'n':{'type':'integer','minimum':3}}}";
    Tool bad = new Tool.Function("bad", null, Written.json(limited), true, false, null);
    JsonNode tools = body(Asked.hello().tools(function("good", true), bad)).get("tools");
    assertThat(tools.findValues("strict")).isEmpty();
    assertThat(warned).containsExactly("tools.strict");
  }

  @Test
  void moreThanTwentyStrictToolsAreNotHeldToTheirSchemas() {
    Tool[] many = new Tool[21];
    for (int i = 0; i < many.length; i++) {
      many[i] = function("t" + i, true);
    }
    assertThat(body(Asked.hello().tools(many)).at("/tools/0").has("strict")).isFalse();
    assertThat(warned).containsExactly("tools.strict");
  }

  @Test
  void toolsThatOthersRunAreLeftOut() {
    Tool search = new Tool.Hosted("openai", "web_search", Written.json("{'type':'web_search'}"));
    Tool own =
        new Tool.Hosted(
            "anthropic",
            "web_search",
            Written.json("{'type':'web_search_20250305','name':'web_search'}"));
    assertThat(body(Asked.hello().tools(search, own)).get("tools"))
        .isEqualTo(Written.json("[{'type':'web_search_20250305','name':'web_search'}]"));
    assertThat(warned).containsExactly("tools.web_search");
  }

  @Test
  void theChoiceIsWritten() {
    assertThat(choice(ToolChoice.AUTO)).isEqualTo(Written.json("{'type':'auto'}"));
    assertThat(choice(ToolChoice.NONE)).isEqualTo(Written.json("{'type':'none'}"));
    assertThat(choice(ToolChoice.REQUIRED)).isEqualTo(Written.json("{'type':'any'}"));
    assertThat(choice(ToolChoice.named("b"))).isEqualTo(Written.json("{'type':'tool','name':'b'}"));
    assertThat(body(Asked.hello().tools(A)).has("tool_choice")).isFalse();
    assertThat(body(Asked.hello().choice(ToolChoice.AUTO)).has("tool_choice")).isFalse();
    assertThat(body(Asked.hello().tools(A).parallel(false)).get("tool_choice"))
        .isEqualTo(Written.json("{'type':'auto','disable_parallel_tool_use':true}"));
  }

  @Test
  void onlyTheToolsThatMayBeCalledAreGiven() {
    ToolChoice onlyB = new ToolChoice(Mode.AUTO, null, List.of("b"));
    assertThat(body(Asked.hello().tools(A, B).choice(onlyB)).at("/tools/0/name").textValue())
        .isEqualTo("b");
    assertThat(warned).containsExactly("tool_choice");
  }

  @Test
  void aChoiceOfAToolThatIsNotThereIsRefused() {
    assertThatThrownBy(() -> body(Asked.hello().tools(A).choice(ToolChoice.named("x"))))
        .isInstanceOfSatisfying(
            InvalidRequestException.class, e -> assertThat(e.field()).isEqualTo("tool_choice"));
  }

  @Test
  void earlierCallsOfToolsThatAreGoneStillHaveATool() {
    Part call = new Part.ToolCall("c", "gone", "{}", null, null);
    Part result = new Part.ToolResult("c", "gone", List.of(), false, null);
    JsonNode body =
        body(
            Asked.of(
                Message.text(Role.USER, "a"),
                new Message(Role.ASSISTANT, List.of(call)),
                new Message(Role.TOOL, List.of(result))));
    assertThat(body.at("/tools/0/name").textValue()).isEqualTo("gone");
    assertThat(body.at("/tool_choice/type").textValue()).isEqualTo("none");
  }

  @Test
  void theApiEnforcesASchemaAndHearsOfItsLimitsInWords() {
    assertThat(body(Asked.hello().schema(SCHEMA)).get("output_config"))
        .isEqualTo(
            Written.json(
                "{'format':{'type':'json_schema','schema':{'type':'object','properties':"
                    + "{'n':{'type':'integer','description':'(minimum: 3)'}},'required':['n'],"
                    + "'additionalProperties':false}}}"));
  }

  @Test
  void whereSchemasAreNotEnforcedTheAnswerIsACall() {
    JsonNode body = body(Asked.hello().schema(SCHEMA), "claude-sonnet-4");
    assertThat(body.at("/tools/0/input_schema")).isEqualTo(Written.json(SCHEMA));
    assertThat(body.get("tool_choice"))
        .isEqualTo(
            Written.json(
                "{'type':'tool','name':'mooring_json_answer',"
                    + "'disable_parallel_tool_use':true}"));
    assertThat(body.has("output_config")).isFalse();
  }

  @Test
  void besideOtherToolsOneOfAllMustBeCalled() {
    JsonNode body = body(Asked.hello().tools(A).schema(SCHEMA), "claude-sonnet-4");
    assertThat(body.get("tools")).hasSize(2);
    assertThat(body.at("/tool_choice/type").textValue()).isEqualTo("any");
  }

  @Test
  void aSchemaWithFreeNamesIsACallSinceTheApiWouldCloseIt() {
    String map = "{'type':'object','properties':{'m':{'type':'object'}}}";
    JsonNode body = body(Asked.hello().schema(map));
    assertThat(body.at("/tools/0/name").textValue()).isEqualTo("mooring_json_answer");
  }

  @Test
  void aCallThatMustBeMadeIsTheAnswer() {
    JsonNode body =
        body(
            Asked.hello().tools(A).choice(ToolChoice.named("a")).schema(SCHEMA), "claude-sonnet-4");
    assertThat(body.get("tools")).hasSize(1);
  }

  @Test
  void jsonWithoutASchemaIsAskedForInWords() {
    JsonNode body = body(Asked.hello().anyJson());
    assertThat(body.at("/system/0/text").textValue()).contains("one JSON object");
    assertThat(warned).containsExactly("response_format");
  }

  private JsonNode choice(ToolChoice choice) {
    return body(Asked.hello().tools(A, B).choice(choice)).get("tool_choice");
  }

  private JsonNode body(Asked asked) {
    return body(asked, MODEL);
  }

  private JsonNode body(Asked asked, String model) {
    return Written.request(asked.request(), model, warned);
  }

  private static Tool function(String name, @Nullable Boolean strict) {
    return new Tool.Function(name, null, null, strict, false, null);
  }
}

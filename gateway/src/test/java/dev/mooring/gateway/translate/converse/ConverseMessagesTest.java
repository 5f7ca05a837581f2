package dev.mooring.gateway.translate.converse;

import static dev.mooring.gateway.translate.converse.Asked.assistant;
import static dev.mooring.gateway.translate.converse.Asked.call;
import static dev.mooring.gateway.translate.converse.Asked.data;
import static dev.mooring.gateway.translate.converse.Asked.file;
import static dev.mooring.gateway.translate.converse.Asked.function;
import static dev.mooring.gateway.translate.converse.Asked.json;
import static dev.mooring.gateway.translate.converse.Asked.marked;
import static dev.mooring.gateway.translate.converse.Asked.result;
import static dev.mooring.gateway.translate.converse.Asked.results;
import static dev.mooring.gateway.translate.converse.Asked.system;
import static dev.mooring.gateway.translate.converse.Asked.text;
import static dev.mooring.gateway.translate.converse.Asked.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.Tool;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConverseMessagesTest {
  private static final Signature SEAL = new Signature(Signature.Family.ANTHROPIC, "EqQB");

  @Test
  void systemMessagesAtTheStartAreSystemBlocks() {
    Asked asked = Asked.of(system(text("Be brief."), text(" ")), user(text("Hello")));

    assertThat(asked.written())
        .isEqualTo(
            "{\"system\":[{\"text\":\"Be brief.\"}],"
                + "\"messages\":[{\"role\":\"user\",\"content\":[{\"text\":\"Hello\"}]}]}");
    assertThat(asked.warned).isEmpty();
  }

  @Test
  void aLaterSystemMessageStaysInItsPlaceAsTheUsers() {
    Asked asked =
        Asked.of(system(text("A")), user(text("B")), assistant(text("C")), system(text("D")));

    assertThat(asked.body().at("/messages/2"))
        .isEqualTo(json("{\"role\":\"user\",\"content\":[{\"text\":\"D\"}]}"));
    assertThat(asked.warned).containsExactly("role");
  }

  @Test
  void turnsAlternateAndBlankTextsGo() {
    Asked asked =
        Asked.of(
            user(text("One"), text(" \n")),
            assistant(text("")),
            user(text("Two")),
            assistant(text("Three")),
            assistant(text("Four  ")));

    assertThat(asked.body().path("messages"))
        .isEqualTo(
            json(
                "[{\"role\":\"user\",\"content\":[{\"text\":\"One\"},{\"text\":\"Two\"}]},"
                    + "{\"role\":\"assistant\",\"content\":[{\"text\":\"Three\"},"
                    + "{\"text\":\"Four\"}]}]"));
  }

  @Test
  void resultsOfATurnAreOneUserMessageBeforeItsWords() {
    Part failed = new Part.ToolResult("b", null, List.of(text("gone")), true, null);
    Asked asked =
        Asked.of(
            user(text("Go")),
            assistant(call("a", "f", "{\"x\": 1.0}"), call("b", "g", "")),
            results(result("a", text("1"))),
            results(failed),
            user(text("And?")));

    assertThat(asked.written()).contains("\"input\":{\"x\": 1.0}");
    assertThat(asked.body().at("/messages/1/content/1"))
        .isEqualTo(json("{\"toolUse\":{\"toolUseId\":\"b\",\"name\":\"g\",\"input\":{}}}"));
    assertThat(asked.body().at("/messages/2/content"))
        .isEqualTo(
            json(
                """
                [{"toolResult":{"toolUseId":"a","content":[{"text":"1"}]}},
                 {"toolResult":{"toolUseId":"b","content":[{"text":"gone"}],"status":"error"}},
                 {"text":"And?"}]
                """));
  }

  @Test
  void aResultInAMessageOfTheUserComesFirst() {
    Asked asked =
        Asked.of(
            user(text("Go")), assistant(call("a", "f", "{}")), user(text("See:"), result("a")));

    assertThat(asked.body().at("/messages/2/content/0").has("toolResult")).isTrue();
    assertThat(asked.body().at("/messages/2/content/1/text").asText()).isEqualTo("See:");
  }

  @Test
  void idsThatBedrockRefusesAreMadeAnewAlikeInCallAndResult() {
    Asked asked =
        Asked.of(user(text("Go")), assistant(call("a b|c", "f", "{}")), results(result("a b|c")));

    String id = asked.body().at("/messages/1/content/0/toolUse/toolUseId").asText();
    assertThat(id).matches("[a-zA-Z0-9]{24}");
    assertThat(asked.body().at("/messages/2/content/0/toolResult/toolUseId").asText())
        .isEqualTo(id);
    assertThat(
            asked
                .model("mistral.mistral-large-2407-v1:0")
                .body()
                .at("/messages/1/content/0/toolUse/toolUseId")
                .asText())
        .matches("[a-zA-Z0-9]{9}");
  }

  @Test
  void reasoningGoesBackWithItsSealOnly() {
    Asked asked =
        Asked.of(
            user(text("Go")),
            assistant(
                new Part.Reasoning("Hm.", SEAL),
                new Part.Reasoning("", new Signature(Signature.Family.ANTHROPIC, "zzz", true)),
                new Part.Reasoning("Foreign", new Signature(Signature.Family.GOOGLE, "x")),
                new Part.Reasoning("Bare", null),
                text("Yes")));

    assertThat(asked.body().at("/messages/1/content"))
        .isEqualTo(
            json(
                """
                [{"reasoningContent":{"reasoningText":{"text":"Hm.","signature":"EqQB"}}},
                 {"reasoningContent":{"redactedContent":"zzz"}},{"text":"Yes"}]
                """));
    assertThat(asked.warned).containsExactly("reasoning");
  }

  @ParameterizedTest
  @CsvSource({
    "image/png, image, png",
    "image/jpeg, image, jpeg",
    "image/*, image, webp",
    "application/pdf, document, pdf",
    "text/x-python, document, txt",
    "video/mp4, video, mp4",
    "audio/mpeg, audio, mp3"
  })
  void filesAreBlocksOfTheirKindAndFormat(String type, String block, String format) {
    Asked asked = Asked.of(user(text("See"), file(type, null, data("UklGRg"))));

    JsonNode written = asked.body().at("/messages/0/content/1/" + block);
    assertThat(written.path("format").asText()).isEqualTo(format);
    assertThat(written.at("/source/bytes").asText()).isEqualTo("UklGRg");
  }

  @Test
  void documentsHaveNamesThatBedrockTakesAndThatDiffer() {
    Part.Media.Source pdf = data("JVBERi0");
    Asked asked =
        Asked.of(
            user(
                file("application/pdf", "My_report  v2.pdf", pdf),
                file("application/pdf", "My_report  v2.pdf", pdf),
                file("application/pdf", null, pdf),
                file("text/plain", null, new Part.Media.Source.PlainText("Hi"))));

    JsonNode content = asked.body().at("/messages/0/content");
    assertThat(content.findValuesAsText("name"))
        .containsExactly("My-report v2", "My-report v2-2", "document", "document-2");
    assertThat(content.at("/3/document/source/bytes").asText()).isEqualTo("SGk=");
    assertThat(content.path(4).path("text").asText()).isNotBlank();
  }

  @Test
  void filesInS3StayThere() {
    Asked asked =
        Asked.of(user(file("image/png", null, new Part.Media.Source.Url("s3://bucket/a.png"))));

    assertThat(asked.body().at("/messages/0/content/0/image/source"))
        .isEqualTo(json("{\"s3Location\":{\"uri\":\"s3://bucket/a.png\"}}"));
  }

  @Test
  void filesThatConverseCannotFetchAreRefusedByName() {
    refused("url", file("image/png", null, new Part.Media.Source.Url("https://example.com/a.png")));
    refused("file_id", file("image/png", null, new Part.Media.Source.FileId("file-1")));
    refused("url", file("image/*", null, new Part.Media.Source.Url("https://example.com/a")));
    refused("file_id", file("", null, new Part.Media.Source.FileId("file-1")));
    refused("media_type", file("image/tiff", null, data("xx")));
    refused("media_type", file("application/zip", null, data("xx")));
  }

  @Test
  void markersAreCachePointsWhereTheyStand() {
    Tool tool = new Tool.Function("f", null, null, null, false, CacheMark.HOUR);
    Asked asked =
        Asked.of(
                system(marked("Be brief.", CacheMark.HOUR)),
                user(marked("Hello", CacheMark.FIVE_MINUTES), text("you")),
                assistant(call("a", "f", "{}")),
                results(
                    new Part.ToolResult("a", null, List.of(text("1")), false, CacheMark.DEFAULT)))
            .tools(tool);

    assertThat(asked.body().at("/toolConfig/tools/1")).isEqualTo(point(",\"ttl\":\"1h\""));
    assertThat(asked.body().at("/system/1")).isEqualTo(point(",\"ttl\":\"1h\""));
    assertThat(asked.body().at("/messages/0/content/1")).isEqualTo(point(""));
    assertThat(asked.body().at("/messages/2/content/1")).isEqualTo(point(""));
    assertThat(asked.warned).isEmpty();
  }

  @Test
  void aMarkerOnTheWholePromptIsACachePointAtItsEnd() {
    Asked asked = Asked.of(user(text("Hello"))).cache(CacheMark.HOUR);

    assertThat(asked.body().at("/messages/0/content/1")).isEqualTo(point(",\"ttl\":\"1h\""));
  }

  @Test
  void anEndThatIsMarkedGetsNoSecondCachePoint() {
    Asked asked = Asked.of(user(marked("Hello", CacheMark.DEFAULT))).cache(CacheMark.HOUR);

    assertThat(asked.body().at("/messages/0/content")).hasSize(2);
  }

  @Test
  void ofMoreThanFourMarkersTheLatestCount() {
    Asked asked =
        Asked.of(
            system(marked("S", CacheMark.DEFAULT)),
            user(marked("1", CacheMark.DEFAULT)),
            assistant(marked("2", CacheMark.DEFAULT)),
            user(marked("3", CacheMark.DEFAULT)),
            assistant(marked("4", CacheMark.DEFAULT)),
            user(marked("5", CacheMark.DEFAULT)));

    assertThat(asked.body().path("system")).hasSize(2);
    assertThat(asked.body().at("/messages/0/content")).hasSize(1);
    assertThat(asked.body().at("/messages/1/content")).hasSize(1);
    assertThat(asked.body().at("/messages/2/content")).hasSize(2);
    assertThat(asked.body().at("/messages/4/content")).hasSize(2);
    assertThat(asked.warned).containsExactly("cache_control");
  }

  @Test
  void anEarlierCachePointLastsAnHourWhereALaterOneDoes() {
    Asked asked =
        Asked.of(
                system(marked("S", CacheMark.FIVE_MINUTES)),
                user(marked("1", CacheMark.HOUR)),
                assistant(text("2")),
                user(marked("3", CacheMark.DEFAULT)))
            .tools(new Tool.Function("f", null, null, null, false, CacheMark.DEFAULT));

    assertThat(asked.body().at("/toolConfig/tools/1")).isEqualTo(point(",\"ttl\":\"1h\""));
    assertThat(asked.body().at("/system/1")).isEqualTo(point(",\"ttl\":\"1h\""));
    assertThat(asked.body().at("/messages/0/content/1")).isEqualTo(point(",\"ttl\":\"1h\""));
    assertThat(asked.body().at("/messages/2/content/1")).isEqualTo(point(""));
  }

  @Test
  void novaKeepsNoCacheForAnHour() {
    Asked asked = Asked.of(user(marked("Hello", CacheMark.HOUR))).model("us.amazon.nova-pro-v1:0");

    assertThat(asked.body().at("/messages/0/content/1")).isEqualTo(point(""));
    assertThat(asked.warned).containsExactly("cache_control.ttl");
  }

  @Test
  void theSealOfAnotherProviderOnACallIsLeftOutWithAWarning() {
    Asked asked =
        Asked.of(
                user(text("Go")),
                assistant(
                    new Part.ToolCall(
                        "a", "f", "{}", new Signature(Signature.Family.GOOGLE, "s"), null)),
                results(result("a", text("1"))))
            .tools(function("f"));

    assertThat(asked.written()).contains("toolUse");
    assertThat(asked.warned).containsExactly("reasoning");
  }

  @Test
  void modelsWithoutCachePointsGetNone() {
    Asked asked =
        Asked.of(user(marked("Hello", CacheMark.DEFAULT)))
            .model("us.meta.llama4-maverick-17b-instruct-v1:0");

    assertThat(asked.written()).doesNotContain("cachePoint");
    assertThat(asked.warned).containsExactly("cache_control");
  }

  @Test
  void novaTakesNoCachePointsAfterTools() {
    Tool tool = new Tool.Function("f", null, null, null, false, CacheMark.DEFAULT);
    Asked asked =
        Asked.of(user(marked("Hello", CacheMark.DEFAULT)))
            .tools(tool)
            .model("us.amazon.nova-pro-v1:0");

    assertThat(asked.body().at("/toolConfig/tools")).hasSize(1);
    assertThat(asked.body().at("/messages/0/content")).hasSize(2);
    assertThat(asked.warned).containsExactly("cache_control");
  }

  @Test
  void earlierTurnsStayTheSameBytes() {
    List<Message> turns =
        List.of(
            user(text("One"), file("application/pdf", "a.pdf", data("JVBERi0"))),
            assistant(new Part.Reasoning("Hm.", SEAL), call("a", "f", "{}")),
            results(result("a", text("1"))),
            assistant(text("Done")),
            user(text("Two"), file("application/pdf", "a.pdf", data("JVBERi0"))));
    String all = written(turns);

    for (int i = 1; i < turns.size(); i++) {
      String some = written(turns.subList(0, i));
      assertThat(all).startsWith(some.substring(0, some.length() - "]}]}".length()));
    }
  }

  private static String written(List<Message> turns) {
    return Asked.of(turns.toArray(Message[]::new)).tools(function("f")).written();
  }

  private static JsonNode point(String ttl) {
    return json("{\"cachePoint\":{\"type\":\"default\"" + ttl + "}}");
  }

  private static void refused(String field, Part file) {
    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> Asked.of(user(text("See"), file)).written())
        .satisfies(refused -> assertThat(refused.field()).isEqualTo(field));
  }
}

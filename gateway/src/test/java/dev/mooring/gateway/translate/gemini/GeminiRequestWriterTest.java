package dev.mooring.gateway.translate.gemini;

import static dev.mooring.gateway.translate.gemini.Asked.assistant;
import static dev.mooring.gateway.translate.gemini.Asked.call;
import static dev.mooring.gateway.translate.gemini.Asked.image;
import static dev.mooring.gateway.translate.gemini.Asked.json;
import static dev.mooring.gateway.translate.gemini.Asked.result;
import static dev.mooring.gateway.translate.gemini.Asked.results;
import static dev.mooring.gateway.translate.gemini.Asked.text;
import static dev.mooring.gateway.translate.gemini.Asked.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import java.util.List;
import org.junit.jupiter.api.Test;

class GeminiRequestWriterTest {
  private static final Signature GOOGLES = new Signature(Signature.Family.GOOGLE, "c2VhbA==");
  private static final Signature ANTHROPICS = new Signature(Signature.Family.ANTHROPIC, "EqQB");
  private static final String SENTINEL = "skip_thought_signature_validator";

  @Test
  void systemMessagesAtTheStartAreTheSystemInstruction() {
    Asked asked =
        Asked.of(
            Message.text(Message.Role.SYSTEM, "Be brief."),
            Message.text(Message.Role.SYSTEM, "Be kind."),
            user(text("Hello")));

    assertThat(asked.written())
        .isEqualTo(
            "{\"systemInstruction\":{\"parts\":[{\"text\":\"Be brief.\"},{\"text\":\"Be kind.\"}]},"
                + "\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"Hello\"}]}]}");
    assertThat(asked.warned).isEmpty();
  }

  @Test
  void aLaterSystemMessageStaysInItsPlaceAsTheUsers() {
    Asked asked =
        Asked.of(
            user(text("Hello")),
            assistant(text("Hi")),
            Message.text(Message.Role.SYSTEM, "Now in French."),
            user(text("Again")));

    assertThat(asked.body().at("/contents/2"))
        .isEqualTo(
            json(
                "{\"role\":\"user\",\"parts\":[{\"text\":\"Now in French.\"},{\"text\":\"Again\"}]}"));
    assertThat(asked.body().has("systemInstruction")).isFalse();
    assertThat(asked.warned).containsExactly("role");
  }

  @Test
  void systemWordsAloneAreTheUsers() {
    Asked asked = Asked.of(Message.text(Message.Role.SYSTEM, "Say hello."));

    assertThat(asked.body())
        .isEqualTo(
            json("{\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"Say hello.\"}]}]}"));
  }

  @Test
  void gemmaHearsTheSystemWithTheUser() {
    Asked asked =
        Asked.of(Message.text(Message.Role.SYSTEM, "Be brief."), user(text("Hello")))
            .model("gemma-3-27b-it");

    assertThat(asked.body())
        .isEqualTo(
            json(
                "{\"contents\":[{\"role\":\"user\",\"parts\":"
                    + "[{\"text\":\"Be brief.\"},{\"text\":\"Hello\"}]}]}"));
  }

  @Test
  void neighboursOfOneRoleAreOneContentAndEmptyTextsGo() {
    Asked asked =
        Asked.of(
            user(text("One")),
            user(text(""), text("Two")),
            assistant(text("")),
            assistant(text("Three")));

    assertThat(asked.body().path("contents"))
        .isEqualTo(
            json(
                "[{\"role\":\"user\",\"parts\":[{\"text\":\"One\"},{\"text\":\"Two\"}]},"
                    + "{\"role\":\"model\",\"parts\":[{\"text\":\"Three\"}]}]"));
  }

  @Test
  void callsKeepTheirArgumentsByteForByte() {
    String arguments = "{\"b\": 1.50, \"a\":12345678901234567890123}";

    String written =
        Asked.of(user(text("Go")), assistant(call("call_1", "look", arguments))).written();

    assertThat(written).contains("\"args\":" + arguments);
  }

  @Test
  void argumentsThatAreNoObjectAreWrapped() {
    Asked asked = Asked.of(user(text("Go")), assistant(call("a", "f", "oops"), call("b", "g", "")));

    assertThat(asked.body().at("/contents/1/parts/0/functionCall/args"))
        .isEqualTo(json("{\"input\":\"oops\"}"));
    assertThat(asked.body().at("/contents/1/parts/1/functionCall/args")).isEqualTo(json("{}"));
  }

  @Test
  void resultsStandInOneContentInTheOrderOfTheirCallsWithTheirNames() {
    Asked asked =
        Asked.of(
            user(text("Go")),
            assistant(call("a", "first", "{}"), call("b", "second", "{}")),
            results(result("b", text("2"))),
            results(result("a", text("1"), text("one"))),
            user(text("And?")));

    assertThat(asked.body().at("/contents/2"))
        .isEqualTo(
            json(
                """
                {"role":"user","parts":[
                  {"functionResponse":{"id":"a","name":"first","response":{"output":"1\\none"}}},
                  {"functionResponse":{"id":"b","name":"second","response":{"output":"2"}}},
                  {"text":"And?"}]}
                """));
  }

  @Test
  void aFailedResultIsAnError() {
    Part failed = new Part.ToolResult("a", null, List.of(text("no such file")), true, null);

    Asked asked = Asked.of(user(text("Go")), assistant(call("a", "read", "{}")), results(failed));

    assertThat(asked.body().at("/contents/2/parts/0/functionResponse/response"))
        .isEqualTo(json("{\"error\":\"no such file\"}"));
  }

  @Test
  void vertexHasNoIdsOfCalls() {
    Asked asked =
        Asked.of(user(text("Go")), assistant(call("a", "f", "{}")), results(result("a", text("1"))))
            .provider("vertex");

    assertThat(asked.written()).doesNotContain("\"id\"");
  }

  @Test
  void filesInResultsStandInThemForGemini3AndBesideThemBefore() {
    Asked asked =
        Asked.of(
            user(text("Go")),
            assistant(call("a", "shoot", "{}")),
            results(result("a", text("ok"), image(new Part.Media.Source.Data("iVBORw0KGgoAAA")))));
    String image = "{\"inlineData\":{\"mimeType\":\"image/png\",\"data\":\"iVBORw0KGgoAAA\"}}";

    assertThat(asked.body().at("/contents/2/parts/0/functionResponse/parts"))
        .isEqualTo(json("[" + image + "]"));
    assertThat(asked.model("gemini-2.5-flash").body().at("/contents/2/parts/1"))
        .isEqualTo(json(image));
  }

  @Test
  void filesAreInlineByUrlOrByTheFilesApi() {
    Asked asked =
        Asked.of(
            user(
                image(new Part.Media.Source.Data("/9j/4AAQ")),
                image(new Part.Media.Source.Url("https://example.com/a.webp?x=1")),
                image(new Part.Media.Source.FileId("files/abc")),
                new Part.Media(
                    "text/plain", new Part.Media.Source.PlainText("Hi"), null, null, null)));

    assertThat(asked.body().at("/contents/0/parts"))
        .isEqualTo(
            json(
                """
                [{"inlineData":{"mimeType":"image/jpeg","data":"/9j/4AAQ"}},
                 {"fileData":{"mimeType":"image/webp","fileUri":"https://example.com/a.webp?x=1"}},
                 {"fileData":{"mimeType":"image/jpeg",
                   "fileUri":"https://generativelanguage.googleapis.com/v1beta/files/abc"}},
                 {"inlineData":{"mimeType":"text/plain","data":"SGk="}}]
                """));
  }

  @Test
  void aFileOfAnotherProviderIsRefused() {
    Asked asked = Asked.of(user(image(new Part.Media.Source.FileId("file-abc"))));

    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(asked::written)
        .satisfies(refused -> assertThat(refused.field()).isEqualTo("file_id"));
  }

  @Test
  void sealsGoBackOnTheirCallsAndTexts() {
    Part sealed = new Part.ToolCall("a", "f", "{}", GOOGLES, null);
    Asked asked =
        Asked.of(
            user(text("Go")),
            assistant(
                new Part.Reasoning("Hm.", GOOGLES), text("Wait"), new Part.Reasoning("", GOOGLES)),
            user(text("Now")),
            assistant(sealed, call("b", "g", "{}")),
            results(result("a"), result("b")),
            assistant(new Part.Reasoning("", GOOGLES), call("c", "h", "{}")));

    assertThat(asked.body().at("/contents/1/parts"))
        .isEqualTo(
            json(
                "[{\"text\":\"Hm.\",\"thought\":true,\"thoughtSignature\":\"c2VhbA==\"},"
                    + "{\"text\":\"Wait\",\"thoughtSignature\":\"c2VhbA==\"}]"));
    assertThat(asked.body().at("/contents/3/parts/0/thoughtSignature").asText())
        .isEqualTo("c2VhbA==");
    assertThat(asked.body().at("/contents/3/parts/1").has("thoughtSignature")).isFalse();
    assertThat(asked.body().at("/contents/5/parts"))
        .isEqualTo(
            json(
                "[{\"functionCall\":{\"id\":\"c\",\"name\":\"h\",\"args\":{}},"
                    + "\"thoughtSignature\":\"c2VhbA==\"}]"));
    assertThat(asked.written()).doesNotContain(SENTINEL);
  }

  @Test
  void aSealBetweenTextAndCallIsTheCalls() {
    Asked asked =
        Asked.of(
            user(text("Go")),
            assistant(text("Wait"), new Part.Reasoning("", GOOGLES), call("c", "h", "{}")));

    assertThat(asked.body().at("/contents/1/parts/0")).isEqualTo(json("{\"text\":\"Wait\"}"));
    assertThat(asked.body().at("/contents/1/parts/1/thoughtSignature").asText())
        .isEqualTo("c2VhbA==");
  }

  @Test
  void theFirstCallOfATurnWithoutASealSaysSoToGemini3() {
    Asked asked = Asked.of(user(text("Go")), assistant(call("a", "f", "{}"), call("b", "g", "{}")));

    assertThat(asked.body().at("/contents/1/parts/0/thoughtSignature").asText())
        .isEqualTo(SENTINEL);
    assertThat(asked.body().at("/contents/1/parts/1").has("thoughtSignature")).isFalse();
    assertThat(asked.model("gemini-2.5-pro").written()).doesNotContain(SENTINEL);
  }

  @Test
  void reasoningSealedByOthersIsLeftOutWithOneWarning() {
    Asked asked =
        Asked.of(
            user(text("Go")),
            assistant(new Part.Reasoning("Hm.", ANTHROPICS), text("Yes")),
            user(text("Go")),
            assistant(new Part.Reasoning("Hm.", ANTHROPICS), text("No")),
            assistant(new Part.Reasoning("Mine.", null)));

    assertThat(asked.body().at("/contents/1/parts")).isEqualTo(json("[{\"text\":\"Yes\"}]"));
    assertThat(asked.body().at("/contents/3/parts/1"))
        .isEqualTo(json("{\"text\":\"Mine.\",\"thought\":true}"));
    assertThat(asked.warned).containsExactly("reasoning");
  }

  @Test
  void refusalsAreTextAndSourcesGo() {
    Asked asked =
        Asked.of(
            user(text("Go")),
            assistant(new Part.Refusal("No."), new Part.Source("https://example.com", null)));

    assertThat(asked.body().at("/contents/1/parts")).isEqualTo(json("[{\"text\":\"No.\"}]"));
  }

  @Test
  void earlierTurnsStayTheSameBytes() {
    List<Message> turns =
        List.of(
            user(text("One")),
            assistant(text("Wait"), call("a", "f", "{}"), call("b", "g", "{\"x\":1.0}")),
            results(result("b", text("2")), result("a", text("1"))),
            assistant(new Part.Reasoning("Hm.", GOOGLES), text("Done")),
            user(text("Two")));
    String all = Asked.of(turns.toArray(Message[]::new)).written();

    for (int i = 1; i < turns.size(); i++) {
      String some = Asked.of(turns.subList(0, i).toArray(Message[]::new)).written();
      assertThat(all).startsWith(some.substring(0, some.length() - "]}]}".length()));
    }
  }
}

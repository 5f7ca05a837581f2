package dev.mooring.gateway.translate.aisdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Part.Media.Source;
import dev.mooring.gateway.translate.model.Signature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the messages of an AI SDK prompt mean. */
class AiSdkPromptTest {
  private static final String HOUR =
      "\"providerOptions\":{\"anthropic\":{\"cacheControl\":{\"type\":\"ephemeral\",\"ttl\":\"1h\"}}}";

  @Test
  void aSystemMessageIsAString() {
    ReadRequest read = ReadRequest.message("{\"role\":\"system\",\"content\":\"rules\"}");
    assertThat(read.only()).isEqualTo(Message.text(Message.Role.SYSTEM, "rules"));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "\"AAAA\"",
        "{\"type\":\"data\"#\"data\":\"AAAA\"}",
        "\"data:image/png;base64#AAAA\"",
        "{\"type\":\"url\"#\"url\":\"data:image/png;base64#AAAA\"}"
      })
  void bytesComeTaggedBareOrAsADataUrl(String data) {
    assertThat(media(data.replace('#', ','), "image/png"))
        .isEqualTo(new Part.Media("image/png", new Source.Data("AAAA"), null, null, null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"image/*", "image", "application/octet-stream"})
  void aDataUrlTellsTheTypeWhereThePartDoesNot(String told) {
    assertThat(media("\"data:image/gif;base64,AAAA\"", told).mediaType()).isEqualTo("image/gif");
  }

  @Test
  void aUrlStaysAUrl() {
    Source.Url url = new Source.Url("https://x.example/a.pdf");
    assertThat(media("\"https://x.example/a.pdf\"", "application/pdf").source()).isEqualTo(url);
    assertThat(
            media("{\"type\":\"url\",\"url\":\"https://x.example/a.pdf\"}", "application/pdf")
                .source())
        .isEqualTo(url);
  }

  @Test
  void anUploadedFileIsNamedByItsId() {
    Source.FileId id = new Source.FileId("file-abc");
    assertThat(media("\"file-abc\"", "application/pdf").source()).isEqualTo(id);
    String reference = "{\"type\":\"reference\",\"reference\":{\"openai\":\"file-abc\"}}";
    assertThat(media(reference, "application/pdf").source()).isEqualTo(id);
  }

  @Test
  void aFileMayBeText() {
    assertThat(media("{\"type\":\"text\",\"text\":\"plain\"}", "text/plain").source())
        .isEqualTo(new Source.PlainText("plain"));
  }

  @Test
  void aTopLevelMediaTypeStandsForAllOfIt() {
    assertThat(media("\"AAAA\"", "image").mediaType()).isEqualTo("image/*");
  }

  @Test
  void nameAndDetailOfAFileAreKept() {
    String part =
        "{\"type\":\"file\",\"mediaType\":\"image/png\",\"data\":\"AAAA\",\"filename\":\"a.png\","
            + "\"providerOptions\":{\"openai\":{\"imageDetail\":\"low\"}}}";
    assertThat(ReadRequest.part("user", part).first())
        .isEqualTo(new Part.Media("image/png", new Source.Data("AAAA"), "a.png", "low", null));
  }

  private static Part.Media media(String data, String type) {
    String part = "{\"type\":\"file\",\"mediaType\":\"" + type + "\",\"data\":" + data + "}";
    return (Part.Media) ReadRequest.part("user", part).first();
  }

  @ParameterizedTest
  @CsvSource({
    "anthropic, signature, ANTHROPIC, false",
    "bedrock, signature, ANTHROPIC, false",
    "anthropic, redactedData, ANTHROPIC, true",
    "openai, reasoningEncryptedContent, OPENAI, false",
    "azure, reasoningEncryptedContent, OPENAI, false",
    "google, thoughtSignature, GOOGLE, false",
    "vertex, thoughtSignature, GOOGLE, false"
  })
  void aSealIsReadWhereItsFamilyHasIt(
      String provider, String name, Signature.Family family, boolean redacted) {
    String part =
        "{\"type\":\"reasoning\",\"text\":\"hm\",\"providerOptions\":{\"%s\":{\"%s\":\"SEAL\"}}}"
            .formatted(provider, name);
    assertThat(ReadRequest.part("assistant", part).first())
        .isEqualTo(new Part.Reasoning("hm", new Signature(family, "SEAL", redacted)));
  }

  @Test
  void reasoningWithoutASealStaysWithout() {
    assertThat(ReadRequest.part("assistant", "{\"type\":\"reasoning\",\"text\":\"hm\"}").first())
        .isEqualTo(new Part.Reasoning("hm", null));
  }

  @Test
  void piecesOfOneItemOfTheResponsesApiAreOneThought() {
    String piece =
        "{\"type\":\"reasoning\",\"text\":\"%s\",\"providerOptions\":{\"openai\":{\"itemId\":\"%s\""
            + ",\"reasoningEncryptedContent\":%s}}}";
    String parts =
        piece.formatted("one", "rs_1", "null")
            + ","
            + piece.formatted("two", "rs_1", "\"E1\"")
            + ","
            + piece.formatted("three", "rs_2", "\"E2\"");
    assertThat(ReadRequest.part("assistant", parts).only().parts())
        .containsExactly(
            new Part.Reasoning("one\n\ntwo", new Signature(Signature.Family.OPENAI, "E1")),
            new Part.Reasoning("three", new Signature(Signature.Family.OPENAI, "E2")));
  }

  @Test
  void theSealOfATextFollowsItAsAnEmptyThought() {
    String part =
        "{\"type\":\"text\",\"text\":\"hi\",\"providerOptions\":{\"google\":{\"thoughtSignature\":"
            + "\"S\"}}}";
    assertThat(ReadRequest.part("assistant", part).only().parts())
        .containsExactly(
            new Part.Text("hi", null),
            new Part.Reasoning("", new Signature(Signature.Family.GOOGLE, "S")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"b\":1.10,\"a\":[null]} | {\"b\":1.10,\"a\":[null]}",
        "null | {}",
        "\"{\\\"a\\\": 1}\" | {\"a\": 1}",
        "\"bare text\" | {\"input\":\"bare text\"}"
      })
  void argumentsKeepTheirOrderAndDigits(String input, String arguments) {
    String part =
        "{\"type\":\"tool-call\",\"toolCallId\":\"c\",\"toolName\":\"t\",\"input\":" + input + "}";
    assertThat(ReadRequest.part("assistant", part).first())
        .isEqualTo(new Part.ToolCall("c", "t", arguments, null, null));
  }

  @Test
  void aCallCarriesGeminisSeal() {
    String part =
        "{\"type\":\"tool-call\",\"toolCallId\":\"c\",\"toolName\":\"t\",\"input\":{},"
            + "\"providerOptions\":{\"google\":{\"thoughtSignature\":\"S\"}}}";
    assertThat(((Part.ToolCall) ReadRequest.part("assistant", part).first()).signature())
        .isEqualTo(new Signature(Signature.Family.GOOGLE, "S"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"type\":\"text\",\"value\":\"out\"} | out | false",
        "{\"type\":\"json\",\"value\":{\"b\":1.0,\"a\":2}} | {\"b\":1.0,\"a\":2} | false",
        "{\"type\":\"json\",\"value\":null} | null | false",
        "{\"type\":\"error-text\",\"value\":\"bad\"} | bad | true",
        "{\"type\":\"error-json\",\"value\":{\"why\":1}} | {\"why\":1} | true",
        "{\"type\":\"execution-denied\",\"reason\":\"no\"} | no | false",
        "{\"type\":\"execution-denied\"} | The tool was not run: its execution was denied. | false"
      })
  void everyKindOfOutputBecomesText(String output, String text, boolean error) {
    assertThat(result(output))
        .isEqualTo(
            new Part.ToolResult(
                "c", "t", java.util.List.of(new Part.Text(text, null)), error, null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"media\",\"data\":\"AAAA\",\"mediaType\":\"image/png\"}",
        "{\"type\":\"image-data\",\"data\":\"AAAA\",\"mediaType\":\"image/png\"}",
        "{\"type\":\"file-data\",\"data\":\"AAAA\",\"mediaType\":\"image/png\"}",
        "{\"type\":\"file\",\"data\":{\"type\":\"data\",\"data\":\"AAAA\"},\"mediaType\":\"image/png\"}"
      })
  void imagesOfOutputsComeInTheWordsOfEveryVersion(String item) {
    assertThat(
            result(
                    "{\"type\":\"content\",\"value\":[{\"type\":\"text\",\"text\":\"see\"},"
                        + item
                        + "]}")
                .content())
        .containsExactly(
            new Part.Text("see", null),
            new Part.Media("image/png", new Source.Data("AAAA"), null, null, null));
  }

  @ParameterizedTest
  @CsvSource({
    "image-url, url, https://x.example/a.png, image/*",
    "file-url, url, https://x.example/a.png, application/octet-stream",
    "image-file-id, fileId, file-1, image/*",
    "file-id, fileId, file-1, application/octet-stream"
  })
  void filesOfOutputsAreNamedByUrlOrId(String type, String field, String value, String mediaType) {
    String item = "{\"type\":\"%s\",\"%s\":\"%s\"}".formatted(type, field, value);
    Part.Media media =
        (Part.Media) result("{\"type\":\"content\",\"value\":[" + item + "]}").content().get(0);
    assertThat(media.mediaType()).isEqualTo(mediaType);
    assertThat(media.source())
        .isEqualTo(field.equals("url") ? new Source.Url(value) : new Source.FileId(value));
  }

  private static Part.ToolResult result(String output) {
    String part =
        "{\"type\":\"tool-result\",\"toolCallId\":\"c\",\"toolName\":\"t\",\"output\":"
            + output
            + "}";
    ReadRequest read = ReadRequest.part("tool", part);
    assertThat(read.warnings()).isEmpty();
    return (Part.ToolResult) read.first();
  }

  @Test
  void aMarkerOnAMessageIsAMarkerOnItsLastPart() {
    String parts = "{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\"}";
    ReadRequest read =
        ReadRequest.message("{\"role\":\"user\",\"content\":[" + parts + "]," + HOUR + "}");
    assertThat(read.only().parts())
        .containsExactly(new Part.Text("a", null), new Part.Text("b", CacheMark.HOUR));
    ReadRequest system =
        ReadRequest.message("{\"role\":\"system\",\"content\":\"rules\"," + HOUR + "}");
    assertThat(system.first()).isEqualTo(new Part.Text("rules", CacheMark.HOUR));
  }

  @Test
  void aMessagesMarkerPassesThoughtsByAndLeavesAPartsOwn() {
    String parts =
        "{\"type\":\"tool-call\",\"toolCallId\":\"c\",\"toolName\":\"t\",\"input\":{}},"
            + "{\"type\":\"reasoning\",\"text\":\"hm\"}";
    ReadRequest read =
        ReadRequest.message("{\"role\":\"assistant\",\"content\":[" + parts + "]," + HOUR + "}");
    assertThat(((Part.ToolCall) read.first()).cache()).isEqualTo(CacheMark.HOUR);
    String own =
        "{\"type\":\"text\",\"text\":\"a\",\"providerOptions\":{\"anthropic\":{\"cacheControl\":"
            + "{\"type\":\"ephemeral\"}}}}";
    ReadRequest kept =
        ReadRequest.message("{\"role\":\"user\",\"content\":[" + own + "]," + HOUR + "}");
    assertThat(kept.first()).isEqualTo(new Part.Text("a", CacheMark.DEFAULT));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"providerOptions\":{\"anthropic\":{\"cache_control\":{\"type\":\"ephemeral\",\"ttl\":\"5m\"}}}",
        "\"providerOptions\":{\"bedrock\":{\"cachePoint\":{\"type\":\"default\",\"ttl\":\"5m\"}}}",
        "\"cache_control\":{\"type\":\"ephemeral\",\"ttl\":\"5m\"}"
      })
  void markersAreKnownInAllTheirSpellings(String marker) {
    ReadRequest read =
        ReadRequest.part("user", "{\"type\":\"text\",\"text\":\"a\"," + marker + "}");
    assertThat(read.first()).isEqualTo(new Part.Text("a", CacheMark.FIVE_MINUTES));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"tool-call\",\"toolCallId\":\"c\",\"toolName\":\"t\",\"input\":{},"
            + "\"providerExecuted\":true}",
        "{\"type\":\"tool-result\",\"toolCallId\":\"c\",\"toolName\":\"t\",\"output\":"
            + "{\"type\":\"text\",\"value\":\"x\"}}",
        "{\"type\":\"reasoning-file\",\"data\":\"AAAA\",\"mediaType\":\"image/png\"}",
        "{\"type\":\"custom\",\"kind\":\"openai.compaction\"}",
        "{\"type\":\"of-tomorrow\"}"
      })
  void whatCannotBeCarriedIsLeftOutWithAWarning(String part) {
    ReadRequest read = ReadRequest.part("assistant", "{\"type\":\"text\",\"text\":\"a\"}," + part);
    assertThat(read.only().parts()).containsExactly(new Part.Text("a", null));
    assertThat(read.warnings()).containsExactly("prompt[0].content[1]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"role\":\"robot\",\"content\":[]} | prompt[0].role",
        "{\"role\":\"user\",\"content\":5} | prompt[0].content",
        "{\"role\":\"user\",\"content\":[{\"type\":\"text\"}]} | prompt[0].content[0].text",
        "{\"role\":\"user\",\"content\":[{\"type\":\"file\",\"data\":{\"type\":\"x\"}}]} | prompt[0].content[0].data.type"
      })
  void aWrongShapeIsRefusedByItsPath(String message, String path) {
    assertThatThrownBy(() -> ReadRequest.message(message))
        .isInstanceOfSatisfying(
            InvalidRequestException.class, e -> assertThat(e.field()).isEqualTo(path));
  }
}

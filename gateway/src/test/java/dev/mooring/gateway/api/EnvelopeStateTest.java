package dev.mooring.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.Sha256;
import dev.mooring.gateway.config.Api;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The state that a request leans on, what is stripped of it, and the usage of Chat streams. */
final class EnvelopeStateTest {

  private static Envelope read(Api api, String members) {
    return Envelope.read(api, ("{\"model\":\"m\"," + members + "}").getBytes(UTF_8));
  }

  private static String upstream(Envelope envelope, boolean usage, boolean strip) {
    return new String(envelope.upstreamBody("m", usage, strip), UTF_8);
  }

  @Test
  void storedResponsesConversationsAndFilesAreFixed() {
    Envelope envelope =
        read(
            Api.RESPONSES,
            "\"previous_response_id\":\"r\",\"conversation\":{\"id\":\"c\"},\"input\":[{\"role\":"
                + "\"user\",\"content\":[{\"type\":\"input_file\",\"file_id\":\"f\"},"
                + "{\"type\":\"input_image\",\"file_id\":\"f\"}]}],\"tools\":[{\"type\":"
                + "\"code_interpreter\",\"container\":{\"type\":\"auto\",\"file_ids\":[\"g\"]}}]");

    assertThat(envelope.continuity().fixed())
        .containsExactly(Sha256.hex("r"), Sha256.hex("c"), Sha256.hex("f"), Sha256.hex("g"));
    assertThat(read(Api.RESPONSES, "\"conversation\":\"c\"").continuity().fixed())
        .containsExactly(Sha256.hex("c"));
  }

  @Test
  void uploadedFilesOfTheOtherApisAreFixed() {
    Envelope messages =
        read(
            Api.MESSAGES,
            "\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"document\",\"source\":"
                + "{\"type\":\"file\",\"file_id\":\"a\"}},{\"type\":\"tool_result\",\"content\":["
                + "{\"type\":\"image\",\"source\":{\"type\":\"file\",\"file_id\":\"b\"}}]}]}]");
    Envelope chat =
        read(
            Api.CHAT,
            "\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"file\",\"file\":"
                + "{\"file_id\":\"c\"}}]}]");

    assertThat(messages.continuity().fixed()).containsExactly(Sha256.hex("a"), Sha256.hex("b"));
    assertThat(chat.continuity().fixed()).containsExactly(Sha256.hex("c"));
  }

  @Test
  void theNewestFourSecretsCountNewestFirst() {
    StringBuilder items = new StringBuilder();
    StringBuilder blocks = new StringBuilder();
    for (int i = 1; i <= 6; i++) {
      items.append(i == 1 ? "" : ",");
      items.append("{\"encrypted_content\":\"e").append(i).append("\",\"type\":\"reasoning\"}");
      blocks.append(i == 1 ? "" : ",");
      blocks.append("{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"s").append(i);
      blocks.append("\"}");
    }
    Envelope responses = read(Api.RESPONSES, "\"input\":[" + items + "]");
    Envelope messages =
        read(
            Api.MESSAGES,
            "\"messages\":[{\"role\":\"assistant\",\"content\":["
                + blocks
                + ",{\"type\":\"redacted_thinking\",\"data\":\"d\\u0031\"}]}]");

    assertThat(responses.continuity().encryptedReasoning())
        .containsExactly(Sha256.hex("e6"), Sha256.hex("e5"), Sha256.hex("e4"), Sha256.hex("e3"));
    assertThat(messages.continuity().signatures())
        .containsExactly(Sha256.hex("d1"), Sha256.hex("s6"), Sha256.hex("s5"), Sha256.hex("s4"));
  }

  @Test
  void whatOnlyLooksLikeStateIsNone() {
    Envelope messages =
        read(
            Api.MESSAGES,
            "\"messages\":[{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"input\":"
                + "{\"type\":\"thinking\",\"signature\":\"s\",\"file_id\":\"f\"}},"
                + "{\"type\":\"image\",\"source\":{\"type\":\"base64\",\"data\":\"d\"}}]}]");

    assertThat(messages.continuity()).isEqualTo(Continuity.NONE);
    assertThat(messages.hasStrippableState()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          [1,R,2]       | [1,2]
          [R, 1 , 2]    | [1 , 2]
          [1 , R ]      | [1  ]
          [R,R,1,R,R]   | [1]
          [ R , R ]     | [  ]
          [1,P,2]       | [1,P,2]
          """)
  void encryptedReasoningIsStrippedWithItsComma(String input, String expected) {
    String reasoning = "{\"type\":\"reasoning\",\"summary\":[],\"encrypted_content\":\"e\"}";
    String plain = "{\"type\":\"reasoning\",\"summary\":[]}";
    String sent = input.replace("R", reasoning).replace("P", plain);
    Envelope envelope = read(Api.RESPONSES, "\"input\":" + sent + ",\"store\":false");

    assertThat(envelope.hasStrippableState()).isEqualTo(input.contains("R"));
    assertThat(upstream(envelope, false, false)).contains(sent);
    assertThat(upstream(envelope, false, true))
        .isEqualTo(
            "{\"model\":\"m\",\"input\":" + expected.replace("P", plain) + ",\"store\":false}");
  }

  @Test
  void thinkingIsStrippedAndAMessageLeftEmptyGoesWhole() {
    String thinking = "{\"type\":\"thinking\",\"thinking\":\"t\",\"signature\":\"s\"}";
    String redacted = "{\"type\":\"redacted_thinking\",\"data\":\"d\"}";
    String user = "{\"role\":\"user\",\"content\":\"hi\"}";
    String text = "{\"type\":\"text\",\"text\":\"yes\"}";
    Envelope envelope =
        read(
            Api.MESSAGES,
            "\"messages\":["
                + user
                + ",{\"role\":\"assistant\",\"content\":["
                + thinking
                + ","
                + redacted
                + "]},{\"role\":\"assistant\",\"content\":[ "
                + thinking
                + ", "
                + text
                + " ]},{\"role\":\"user\",\"content\":[]}]");

    assertThat(upstream(envelope, false, true))
        .isEqualTo(
            "{\"model\":\"m\",\"messages\":["
                + user
                + ",{\"role\":\"assistant\",\"content\":[ "
                + text
                + " ]},{\"role\":\"user\",\"content\":[]}]}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {}                                | {"include_usage":true}
          { }                               | {"include_usage":true }
          {"x":1}                           | {"include_usage":true,"x":1}
          { "include_usage" : false , "y":2}| { "include_usage" : true , "y":2}
          {"include_usage":null}            | {"include_usage":true}
          null                              | {"include_usage":true}
          {"include_usage":true}            | {"include_usage":true}
          """)
  void usageIsAskedForInsideTheOptionsThatAreThere(String options, String expected) {
    Envelope envelope =
        read(Api.CHAT, "\"messages\":[],\"stream_options\":" + options + ",\"stream\":true");

    assertThat(envelope.usageRequested()).isEqualTo(options.equals(expected));
    assertThat(upstream(envelope, false, false)).contains("\"stream_options\":" + options + ",");
    assertThat(upstream(envelope, true, false))
        .isEqualTo(
            "{\"model\":\"m\",\"messages\":[],\"stream_options\":"
                + expected
                + ",\"stream\":true}");
  }

  @Test
  void soManyOfTheFirstItemsAreStrippedAsAreAsked() {
    String one = "{\"type\":\"reasoning\",\"encrypted_content\":\"A\"}";
    String two = "{\"type\":\"reasoning\",\"encrypted_content\":\"B\"}";
    String said = "{\"role\":\"user\",\"content\":\"hi\"}";
    String body = "{\"model\":\"m\",\"input\":[%s]}";
    Envelope envelope =
        Envelope.read(
            Api.RESPONSES, body.formatted(String.join(",", one, said, two)).getBytes(UTF_8));
    assertThat(envelope.strippableState().count()).isEqualTo(2);
    assertThat(envelope.strippableState().hash(1)).isEqualTo(Sha256.hex(two));
    assertThat(envelope.translatable(1, null))
        .asString(UTF_8)
        .isEqualTo(body.formatted(said + "," + two));
    assertThat(envelope.translatable(2, null)).asString(UTF_8).isEqualTo(body.formatted(said));
  }

  @Test
  void thinkingIsCountedByItsBlocks() {
    String thinking = "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"%s\"}";
    String turn = "{\"role\":\"assistant\",\"content\":[%s]}";
    String first = turn.formatted(thinking.formatted("A") + "," + thinking.formatted("B"));
    String body = "{\"model\":\"m\",\"messages\":[%s]}";
    Envelope envelope =
        Envelope.read(
            Api.MESSAGES,
            body.formatted(first + "," + turn.formatted(thinking.formatted("C"))).getBytes(UTF_8));
    assertThat(envelope.strippableState().count()).isEqualTo(3);
    assertThat(envelope.translatable(1, null))
        .asString(UTF_8)
        .isEqualTo(
            body.formatted(
                turn.formatted(thinking.formatted("B"))
                    + ","
                    + turn.formatted(thinking.formatted("C"))));
    assertThat(envelope.translatable(2, null))
        .asString(UTF_8)
        .isEqualTo(body.formatted(turn.formatted(thinking.formatted("C"))));
  }

  @Test
  void usageIsNotAskedForWhereThereIsNoChatStream() {
    Envelope json = read(Api.CHAT, "\"messages\":[],\"stream\":false");
    Envelope messages = read(Api.MESSAGES, "\"messages\":[],\"stream\":true");

    assertThat(json.usageRequested()).isTrue();
    assertThat(upstream(json, true, false)).doesNotContain("stream_options");
    assertThat(messages.usageRequested()).isTrue();
    assertThat(upstream(messages, true, false)).doesNotContain("stream_options");
  }
}

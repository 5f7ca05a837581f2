package dev.mooring.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.config.Api;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which bytes of a request are part of its fingerprint. */
final class EnvelopeFingerprintTest {
  private static final String TOOL =
      "{\"type\":\"function\",\"function\":{\"name\":\"f\",\"description\":\"d\",\"parameters\":"
          + "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"number\",\"minimum\":1.50}}}}}";

  private static String print(Api api, String members) {
    byte[] body = ("{\"model\":\"m\"," + members + "}").getBytes(UTF_8);
    return Envelope.read(api, body).fingerprint("team");
  }

  private static String chat(String messages) {
    return print(Api.CHAT, "\"messages\":[" + messages + "],\"tools\":[" + TOOL + "]");
  }

  private static String input(String items) {
    return print(Api.RESPONSES, "\"input\":[" + items + "]");
  }

  private static String message(String role, String content) {
    return "{\"role\":\"" + role + "\",\"content\":" + content + "}";
  }

  private static String text(String text) {
    return "{\"type\":\"text\",\"text\":\"" + text + "\"}";
  }

  @Test
  void itIsThirtyTwoHexCharactersOfTheTeam() {
    byte[] body = "{\"model\":\"m\",\"messages\":[]}".getBytes(UTF_8);
    Envelope envelope = Envelope.read(Api.CHAT, body);

    assertThat(envelope.fingerprint("a"))
        .matches("[0-9a-f]{32}")
        .isEqualTo(envelope.fingerprint("a"));
    assertThat(envelope.fingerprint("b")).isNotEqualTo(envelope.fingerprint("a"));
  }

  @Test
  void laterTurnsNeverChangeIt() {
    String first = message("system", "\"s\"") + "," + message("user", "\"q\"");
    String second = first + "," + message("assistant", "\"a\"") + "," + message("user", "\"q2\"");

    assertThat(chat(second)).isEqualTo(chat(first));
  }

  @Test
  void anInstructionOfALaterTurnIsNoPart() {
    String first = message("user", "\"q\"");
    String reminded = message("system", "\"reminder\"") + "," + message("user", "\"q2\"");

    assertThat(chat(first + "," + message("assistant", "\"a\"") + "," + reminded))
        .isEqualTo(chat(first));
    for (String produced : List.of("reasoning", "function_call", "web_search_call")) {
      assertThat(input(first + ",{\"type\":\"" + produced + "\",\"id\":\"i\"}," + reminded))
          .as(produced)
          .isEqualTo(input(first));
    }
  }

  @Test
  void anInstructionOfTheFirstTurnCountsOnEitherSideOfTheOpening() {
    String first = message("user", "\"q\"") + "," + message("system", "\"s\"");
    String second =
        first
            + ","
            + message("assistant", "\"a\"")
            + ","
            + message("system", "\"reminder\"")
            + ","
            + message("user", "\"q2\"");

    assertThat(chat(second))
        .isEqualTo(chat(first))
        .isEqualTo(chat(message("system", "\"s\"") + "," + message("user", "\"q\"")))
        .isNotEqualTo(chat(message("user", "\"q\"")));
  }

  @Test
  void aGreetingOfTheAssistantIsTheOpening() {
    String first = message("assistant", "\"hello\"") + "," + message("user", "\"q\"");
    String second =
        first + "," + message("assistant", "\"a\"") + "," + message("system", "\"reminder\"");

    assertThat(chat(second))
        .isEqualTo(chat(first))
        .isEqualTo(chat(message("user", "\"hello\"")))
        .isNotEqualTo(chat(message("user", "\"q\"")));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void noGrowthOfAConversationChangesIt(long seed) {
    Random random = new Random(seed);
    List<String> begins = List.of("system", "developer", "user");
    List<String> goesOn = List.of("system", "developer", "user", "assistant", "tool");
    for (int i = 0; i < 50; i++) {
      StringBuilder conversation = new StringBuilder();
      for (int j = random.nextInt(4); j > 0; j--) {
        conversation.append(message(begins.get(random.nextInt(3)), "\"" + j + "\"")).append(',');
      }
      conversation.append(message("user", "\"q\""));
      String first = chat(conversation.toString());
      conversation.append(',').append(message("assistant", "\"a\""));
      for (int j = random.nextInt(6); j > 0; j--) {
        conversation.append(',').append(message(goesOn.get(random.nextInt(5)), "\"+" + j + "\""));
      }
      assertThat(chat(conversation.toString())).as(conversation.toString()).isEqualTo(first);
    }
  }

  @Test
  void aStringEqualsASingleTextBlockAndMarkersAreNoPart() {
    String plain = message("system", "\"s\"") + "," + message("user", "\"q\"");
    String marked =
        message("system", "[" + text("s") + "]")
            + ","
            + message(
                "user",
                "[{\"cache_control\":{\"type\":\"ephemeral\"},\"text\":\"\\u0071\",\"type\":\"text\"},"
                    + "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:x\"}}]");

    assertThat(chat(marked)).isEqualTo(chat(plain));
  }

  @Test
  void eachPartCounts() {
    String base = chat(message("system", "\"s\"") + "," + message("user", "\"q\""));

    assertThat(
            List.of(
                chat(message("system", "\"s2\"") + "," + message("user", "\"q\"")),
                chat(message("system", "\"s\"") + "," + message("user", "\"q2\"")),
                chat(message("user", "\"q\"")),
                print(
                    Api.CHAT,
                    "\"messages\":["
                        + message("system", "\"s\"")
                        + ","
                        + message("user", "\"q\"")
                        + "]")))
        .doesNotContain(base)
        .doesNotHaveDuplicates();
  }

  @Test
  void spacingEscapesAndOrderOfToolsDoNotCount() {
    String other = "{\"type\":\"function\",\"function\":{\"name\":\"g\"}}";
    String spaced =
        TOOL.replace(":", " : ").replace(",", " ,\n").replace("\"object\"", "\"\\u006fbject\"");
    String messages = "\"messages\":[" + message("user", "\"q\"") + "],\"tools\":[";

    assertThat(print(Api.CHAT, messages + spaced + "," + other + "]"))
        .isEqualTo(print(Api.CHAT, messages + other + "," + TOOL + "]"))
        .isNotEqualTo(print(Api.CHAT, messages + other + "]"));
    assertThat(print(Api.CHAT, messages + TOOL.replace("1.50", "1.5") + "]"))
        .isNotEqualTo(print(Api.CHAT, messages + TOOL + "]"));
  }

  @Test
  void theThreeApisTellTheSameConversationAlike() {
    String chat =
        print(
            Api.CHAT,
            "\"messages\":["
                + message("developer", "\"s\"")
                + ","
                + message("user", "\"q\"")
                + "],\"tools\":["
                + TOOL
                + "]");
    String flat = TOOL.replace("\"function\":{", "").replaceFirst("}$", "");
    String input = "\"input\":\"q\",\"instructions\":\"s\",\"tools\":[" + flat + "]";
    String items =
        "\"instructions\":null,\"tools\":["
            + flat
            + "],\"input\":[{\"type\":\"reasoning\",\"id\":\"rs_1\"},"
            + "{\"type\":\"message\",\"id\":\"msg_1\",\"role\":\"developer\",\"content\":["
            + "{\"type\":\"input_text\",\"text\":\"s\"}]},"
            + message("user", "\"q\"")
            + "]";
    String anthropic =
        "\"system\":[{\"type\":\"text\",\"text\":\"s\"}],\"messages\":["
            + message("user", "[" + text("q") + "]")
            + ","
            + message("system", "\"later\"")
            + "],\"tools\":["
            + flat.replace("parameters", "input_schema").replace("\"type\":\"function\",", "")
            + "]";

    assertThat(print(Api.RESPONSES, input)).isEqualTo(chat);
    assertThat(print(Api.RESPONSES, items)).isEqualTo(chat);
    assertThat(print(Api.MESSAGES, anthropic)).isEqualTo(chat);
  }

  @Test
  void aSystemMessageAmongTheMessagesStandsInForAMissingSystem() {
    String within =
        "\"messages\":[" + message("user", "\"q\"") + "," + message("system", "\"s\"") + "]";
    String apart = "\"system\":\"s\",\"messages\":[" + message("user", "\"q\"") + "]";

    assertThat(print(Api.MESSAGES, within)).isEqualTo(print(Api.MESSAGES, apart));
  }

  @Test
  void builtInToolsCountByTheirType() {
    String web = "\"input\":\"q\",\"tools\":[{\"type\":\"web_search\"}]";
    String file = "\"input\":\"q\",\"tools\":[{\"type\":\"file_search\"}]";

    assertThat(print(Api.RESPONSES, web)).isNotEqualTo(print(Api.RESPONSES, file));
  }

  @Test
  void shapesThatAProviderWouldRefuseDoNoHarm() {
    String odd =
        "\"system\":7,\"tools\":[1,{\"name\":2,\"parameters\":[1]},[]],"
            + "\"messages\":[1,[],{\"role\":3},{\"content\":[4,{\"text\":5}]},"
            + message("user", "{\"a\":1}")
            + "]";

    assertThat(print(Api.MESSAGES, odd)).matches("[0-9a-f]{32}");
  }
}

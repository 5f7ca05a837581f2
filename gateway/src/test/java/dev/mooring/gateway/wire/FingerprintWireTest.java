package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which requests are one conversation when nothing names it (contract, section 4). */
class FingerprintWireTest {
  private static final String TEAMS =
      """
      teams:
        - { id: one, keys: [{ id: k, secret: key-of-team-one }, { id: l, secret: other-of-one }] }
        - { id: two, keys: [{ id: k, secret: key-of-team-two }] }
      """;
  private static final String BILLING =
      "{\"type\":\"text\",\"text\":\"x-anthropic-billing-header: cc_version=2.1.40.abc; cch=%s;\"}";

  private static Wire wire;

  @BeforeAll
  static void start() {
    wire = TwoProviders.wire(TEAMS);
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  private static String send(String key, String path, String body) {
    Answer answer = wire.post(path, body, "x-api-key", key);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(answer.routing().path("clientSessionIdSource").asText()).isEqualTo("fingerprint");
    return answer.routing().path("clientSessionId").asText();
  }

  private static String chat(String rest) {
    return send("key-of-team-one", "/v1/chat/completions", "{\"model\":\"m\"," + rest + "}");
  }

  private static String messages(String rest) {
    return send(
        "key-of-team-one", "/v1/messages", "{\"model\":\"m\",\"max_tokens\":9," + rest + "}");
  }

  private static String responses(String rest) {
    return send("key-of-team-one", "/v1/responses", "{\"model\":\"m\"," + rest + "}");
  }

  private static String user(String text) {
    return "{\"role\":\"user\",\"content\":\"" + text + "\"}";
  }

  @Test
  void laterTurnsNeverChangeIt() {
    String first = "{\"role\":\"system\",\"content\":\"s\"}," + user("hello");
    String turn1 = chat("\"messages\":[" + first + "]");
    String turn2 =
        chat(
            "\"messages\":["
                + first
                + ",{\"role\":\"assistant\",\"content\":\"hi\"},"
                + user("more")
                + "],\"temperature\":0.5,\"user\":\"u\"");
    assertThat(turn2).isEqualTo(turn1).matches("[0-9a-f]{32}");
    assertThat(chat("\"messages\":[" + user("hello") + "]")).isNotEqualTo(turn1);
  }

  @Test
  void differentInputsOrInstructionsOfResponsesAreDifferentConversations() {
    String one = responses("\"instructions\":\"i\",\"input\":\"first question\"");
    assertThat(responses("\"instructions\":\"i\",\"input\":\"second question\"")).isNotEqualTo(one);
    assertThat(responses("\"instructions\":\"j\",\"input\":\"first question\"")).isNotEqualTo(one);
    assertThat(
            responses(
                "\"input\":[{\"type\":\"message\",\"id\":\"msg_7\",\"role\":\"user\",\"content\":"
                    + "[{\"type\":\"input_text\",\"text\":\"first question\"}]}],"
                    + "\"instructions\":\"i\""))
        .as("a string equals a single text block; item ids are no part of it")
        .isEqualTo(one);
  }

  @Test
  void aMovingCacheMarkerChangesNothing() {
    String marked =
        "[{\"type\":\"text\",\"text\":\"question\",\"cache_control\":{\"type\":\"ephemeral\"}}]";
    String system = "\"system\":[{\"type\":\"text\",\"text\":\"rules\"}],";
    String first =
        messages(system + "\"messages\":[{\"role\":\"user\",\"content\":" + marked + "}]");
    String second =
        messages(
            system.replace("\"rules\"", "\"rules\",\"cache_control\":{\"type\":\"ephemeral\"}")
                + "\"messages\":["
                + user("question")
                + ",{\"role\":\"assistant\",\"content\":\"answer\"},{\"role\":\"user\",\"content\":"
                + marked.replace("question", "next")
                + "}]");
    assertThat(second).isEqualTo(first);
  }

  @Test
  void claudeCodesBillingBlockIsNoPartOfIt() {
    String tail =
        "{\"type\":\"text\",\"text\":\"You are an agent.\"}],\"messages\":[" + user("go") + "]";
    String first = messages("\"system\":[" + String.format(BILLING, "11111") + "," + tail);
    String second = messages("\"system\":[" + String.format(BILLING, "22222") + "," + tail);
    assertThat(second).isEqualTo(first);
    assertThat(messages("\"system\":[" + tail)).isEqualTo(first);
    assertThat(messages("\"system\":\"You are an agent.\",\"messages\":[" + user("go") + "]"))
        .isEqualTo(first);
  }

  @Test
  void imagesAreNoPartOfIt() {
    String text = "{\"type\":\"text\",\"text\":\"what is this\"}";
    String image = "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,%s\"}}";
    String with = "\"messages\":[{\"role\":\"user\",\"content\":[" + text + "," + image + "]}]";
    String first = chat(String.format(with, "AAAA"));
    assertThat(chat(String.format(with, "BBBB"))).isEqualTo(first);
    assertThat(chat("\"messages\":[" + user("what is this") + "]")).isEqualTo(first);
  }

  @Test
  void theOrderOfToolsIsNoPartOfItAndEachToolIs() {
    String a = tool("alpha", "does a", "{\"type\":\"object\"}");
    String b = tool("beta", "does b", "{\"type\":\"object\"}");
    String end = "],\"messages\":[" + user("tools") + "]";
    String first = chat("\"tools\":[" + a + "," + b + end);
    assertThat(chat("\"tools\":[" + b + "," + a + end)).isEqualTo(first);
    assertThat(chat("\"tools\":[" + a + end)).isNotEqualTo(first);
    String described = tool("beta", "does c", "{\"type\":\"object\"}");
    assertThat(chat("\"tools\":[" + a + "," + described + end)).isNotEqualTo(first);
    String shaped = tool("beta", "does b", "{\"type\":\"string\"}");
    assertThat(chat("\"tools\":[" + a + "," + shaped + end)).isNotEqualTo(first);
  }

  private static String tool(String name, String description, String schema) {
    return String.format(
        "{\"type\":\"function\",\"function\":{\"name\":\"%s\",\"description\":\"%s\","
            + "\"parameters\":%s}}",
        name, description, schema);
  }

  @Test
  void onlyTheFirst4096CharactersOfAMessageCount() {
    String long1 = "x".repeat(4096);
    String first = chat("\"messages\":[" + user(long1) + "]");
    assertThat(chat("\"messages\":[" + user(long1 + "tail") + "]")).isEqualTo(first);
    assertThat(chat("\"messages\":[" + user(long1.substring(1)) + "]")).isNotEqualTo(first);
  }

  @ParameterizedTest
  @CsvSource({"ab, c, a, bc", "a, '', '', a"})
  void theFramingOfThePartsIsUnambiguous(String s1, String u1, String s2, String u2) {
    String form = "\"messages\":[{\"role\":\"system\",\"content\":\"%s\"},%s]";
    assertThat(chat(String.format(form, s1, user(u1))))
        .isNotEqualTo(chat(String.format(form, s2, user(u2))));
  }

  @Test
  void aConversationBelongsToItsTeam() {
    String body = ApiCall.CHAT.body("one opening of two teams", TwoProviders.ONLY_Q);
    String again = ApiCall.CHAT.body("one opening of two teams");
    String path = "/v1/chat/completions";
    String one = send("key-of-team-one", path, body);
    assertThat(send("key-of-team-two", path, again)).isNotEqualTo(one);
    assertThat(wire.post(path, again, "x-api-key", "key-of-team-two").outcome())
        .isEqualTo("confirmed");
    Answer colleague = wire.post(path, again, "x-api-key", "other-of-one");
    assertThat(colleague.routing().path("clientSessionId").asText()).isEqualTo(one);
    assertThat(colleague.outcome()).isEqualTo("promoted");
  }
}

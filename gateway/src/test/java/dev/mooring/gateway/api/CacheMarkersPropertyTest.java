package dev.mooring.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.affinity.CacheMarker;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.MarkerPoint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds of every marked body: random conversations, oddly written, against plain trees. */
final class CacheMarkersPropertyTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SEEDS = 200;

  private static Stream<Arguments> seeds() {
    return IntStream.range(0, SEEDS)
        .boxed()
        .flatMap(seed -> Api.spoken().stream().map(api -> Arguments.of(api, (long) seed)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void markersAreInsertedAndNothingElseChanges(Api api, long seed) throws IOException {
    Random random = new Random(seed);
    String body = new Conversation(api, random).body();
    CacheMarking marking = marking(random);

    String sent = sent(api, body, marking);

    assertThat(sent).isEqualTo(sent(api, body, marking));
    assertThat(isSubsequence(body, sent)).as("only insertions").isTrue();
    JsonNode marked = JSON.readTree(sent);
    assertThat(marked.findValues("cache_control").size())
        .isLessThanOrEqualTo(4)
        .isEqualTo(marked.findParents("cache_control").size());
    assertThat(plain(api, marked)).as(sent).isEqualTo(plain(api, JSON.readTree(body)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatThisTurnWroteIsAPrefixOfTheNext(Api api, long seed) throws IOException {
    Conversation conversation = new Conversation(api, new Random(seed));
    CacheMarking auto = new CacheMarking(CacheMarker.CACHE_CONTROL, false, List.of(), 0);
    List<JsonNode> before = blocks(api, sent(api, conversation.body(), auto));
    conversation.goOn();
    List<JsonNode> after = blocks(api, sent(api, conversation.body(), auto));

    int written = lastMarked(before);
    for (int i = 0; i <= written; i++) {
      assertThat(withoutMarker(after.get(i))).isEqualTo(withoutMarker(before.get(i)));
    }
    assertThat(lastMarked(after)).isGreaterThanOrEqualTo(written);
  }

  private static CacheMarking marking(Random random) {
    List<MarkerPoint> points = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      points.add(
          new MarkerPoint(
              random.nextBoolean() ? "user" : null,
              random.nextBoolean() ? null : random.nextInt(13) - 6));
    }
    return new CacheMarking(CacheMarker.CACHE_CONTROL, random.nextBoolean(), points, 0);
  }

  private static String sent(Api api, String body, CacheMarking marking) {
    Envelope envelope = Envelope.read(api, body.getBytes(StandardCharsets.UTF_8));
    return new String(
        envelope.upstreamBody(envelope.model(), false, false, marking, PlainShape.IN_BODY),
        StandardCharsets.UTF_8);
  }

  private static boolean isSubsequence(String small, String large) {
    int at = 0;
    for (int i = 0; i < large.length() && at < small.length(); i++) {
      at += large.charAt(i) == small.charAt(at) ? 1 : 0;
    }
    return at == small.length();
  }

  /** The body as a provider understands it: every string a list of blocks, without markers. */
  private static JsonNode plain(Api api, JsonNode body) {
    ObjectNode plain = body.deepCopy();
    plain.remove(List.of("system", "messages", "input"));
    ArrayNode blocks = plain.putArray("blocks");
    blocks(api, body.toString()).forEach(block -> blocks.add(withoutMarker(block)));
    return plain;
  }

  /** All blocks in order, each with its message's role. */
  private static List<JsonNode> blocks(Api api, String body) {
    try {
      List<JsonNode> blocks = new ArrayList<>();
      JsonNode tree = JSON.readTree(body);
      add(blocks, api, "system", tree.path("system"));
      JsonNode messages = tree.path(api == Api.RESPONSES ? "input" : "messages");
      if (messages.isTextual()) {
        add(blocks, api, "user", messages);
      }
      if (messages.isArray()) {
        for (JsonNode message : messages) {
          add(blocks, api, message.path("role").asText(), message.path("content"));
        }
      }
      return blocks;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void add(List<JsonNode> blocks, Api api, String role, JsonNode content) {
    if (content.isTextual()) {
      ObjectNode block = JSON.createObjectNode();
      block.put("type", api == Api.RESPONSES ? "input_text" : "text");
      blocks.add(block.put("text", content.textValue()).put("of", role));
    }
    if (content.isArray()) {
      content.forEach(block -> blocks.add(((ObjectNode) block.deepCopy()).put("of", role)));
    }
  }

  private static JsonNode withoutMarker(JsonNode block) {
    return ((ObjectNode) block.deepCopy()).without("cache_control");
  }

  private static int lastMarked(List<JsonNode> blocks) {
    int last = blocks.size() - 1;
    while (last >= 0 && !blocks.get(last).has("cache_control")) {
      last--;
    }
    return last;
  }

  /** A conversation that grows, its JSON written with the oddities that are allowed. */
  private static final class Conversation {
    private final Api api;
    private final Random random;
    private final String head;
    private final List<String> messages = new ArrayList<>();
    private final boolean whole;

    Conversation(Api api, Random random) {
      this.api = api;
      this.random = random;
      this.whole = api == Api.RESPONSES && random.nextInt(8) == 0;
      StringBuilder members = new StringBuilder("\"model\"" + gap() + ":\"m\"," + gap());
      if (api == Api.MESSAGES && random.nextBoolean()) {
        members.append("\"system\":").append(gap()).append(content("system")).append(',');
      }
      this.head = members.toString();
      for (int i = random.nextInt(6); i >= 0; i--) {
        message();
      }
    }

    /** The assistant answers and the user goes on. */
    void goOn() {
      if (!whole) {
        add("assistant");
        add("user");
      }
    }

    String body() {
      String field = api == Api.RESPONSES ? "\"input\":" : "\"messages\":";
      String list = "[" + String.join(",", messages) + "]";
      return "{" + head + field + (whole ? string() : list) + ",\"n\":1.50}";
    }

    private void message() {
      List<String> roles = List.of("user", "assistant", "user", "system", "tool", "other");
      add(roles.get(random.nextInt(api == Api.MESSAGES ? 2 : roles.size())));
    }

    private void add(String role) {
      String content = "\"content\"" + gap() + ":" + gap() + content(role);
      String named = "\"role\":\"" + role + "\"";
      messages.add(
          gap()
              + "{"
              + (random.nextBoolean() ? content + "," + named : named + "," + content)
              + gap()
              + "}"
              + gap());
    }

    private String content(String role) {
      if (random.nextInt(3) == 0 && !(api == Api.RESPONSES && role.equals("assistant"))) {
        return string();
      }
      List<String> blocks = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        blocks.add(gap() + block(role) + gap());
      }
      return "[" + String.join(",", blocks) + "]";
    }

    private String block(String role) {
      String text =
          api != Api.RESPONSES ? "text" : role.equals("assistant") ? "output_text" : "input_text";
      return switch (random.nextInt(5)) {
        case 0 -> "{\"type\":\"thinking\",\"thinking\":\"t\"}";
        case 1 -> "{\"type\":\"image_url\"," + gap() + "\"image_url\":{\"url\":\"}]\"}}";
        case 2 -> "{\"text\":" + string() + gap() + ",\"type\":\"" + text + "\"" + gap() + "}";
        case 3 -> "{\"type\":\"tool_use\",\"input\":{\"content\":[{\"text\":\"x\"}]}}";
        default -> "{\"type\":\"" + text + "\",\"text\":" + string() + "}";
      };
    }

    private String string() {
      List<String> strings =
          List.of("a", "", " \\n", "\\\"}],", "\u00e9\ud83d\ude80", "\\u007b\\\\", "[{", "b c");
      return "\"" + strings.get(random.nextInt(strings.size())) + "\"";
    }

    private String gap() {
      return List.of("", "", " ", "\n\t").get(random.nextInt(4));
    }
  }
}

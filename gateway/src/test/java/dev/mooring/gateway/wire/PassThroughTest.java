package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The upstream body is the caller's bytes but for the documented edits (contract, section 3). */
class PassThroughTest {
  private static final List<ApiCall> APIS = List.of(ApiCall.values());
  private static final int BODIES = 150;

  private static Wire wire;

  @BeforeAll
  static void start() {
    wire = TwoProviders.wire("");
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  @BeforeEach
  void reset() {
    TwoProviders.reset(wire);
  }

  private static String upstream(String path, String body) {
    wire.simulator(0).clearRequests();
    Answer answer = wire.post(path, body);
    assertThat(answer.status()).as(answer.text() + body).isEqualTo(200);
    return wire.received(0).get(0).bodyText();
  }

  @Test
  void orderSpacingEscapesAndUnknownFieldsStayAsTheyCame() {
    String body =
        "\n{ \"zeta\" : 1.50e+3 ,\t\"messages\":[ {\"content\":\"\\u0068i \\/ é 😀\",\"role\":\"user\"} ],"
            + "\"a\":{\"b\":[null , true,-0.0]} ,\"model\"  :  \"m\" , \"x\\u0079\":\"\" }\r\n";
    assertThat(upstream("/v1/chat/completions", body)).isEqualTo(body.replace("\"m\"", "\"up-m\""));
  }

  @Test
  void anEscapedKeyIsTheKey() {
    String body =
        "{\"mod\\u0065l\":\"\\u006d\",\"m\\u0065ssages\":[{\"role\":\"user\",\"content\":\"x\"}]}";
    assertThat(upstream("/v1/chat/completions", body))
        .isEqualTo(body.replace("\"\\u006d\"", "\"up-m\""));
  }

  @ParameterizedTest
  @EnumSource
  void aByteOrderMarkIsForgiven(ApiCall api) {
    String body = api.body("hello");
    assertThat(upstream(api.path(), "\uFEFF" + body)).isEqualTo(body.replace("\"m\"", "\"up-m\""));
  }

  @ParameterizedTest
  @EnumSource
  void theFieldsThatAreOursAreCutOutAndNoOthers(ApiCall api) {
    String ours =
        "\"providerOptions\":{\"gateway\":{\"tags\":[\"t\"]},\"openai\":{}},\"session_id\":\"s\","
            + "\"caching\":\"auto\",\"cache_ttl\":\"1h\",\"cache_anchor_items\":2,"
            + "\"models\":[],\"provider\":{\"order\":[\"p\"]}";
    String kept =
        "\"prompt_cache_key\":\"k\",\"metadata\":{\"session_id\":\"inner\",\"models\":[1]}";
    assertThat(upstream(api.path(), api.body("hello", ours, kept)))
        .isEqualTo(api.body("hello", kept).replace("\"m\"", "\"up-m\""));
  }

  @Test
  void aStreamOfChatCompletionsIsAskedForItsUsageAndTheCallerIsSparedTheExtraChunk() {
    String body = ApiCall.CHAT.body("hello", "\"stream\":true");
    assertThat(upstream("/v1/chat/completions", body))
        .isEqualTo(
            body.replace("\"m\"", "\"up-m\"")
                .replaceFirst("}$", ",\"stream_options\":{\"include_usage\":true}}"));
    assertThat(wire.post("/v1/chat/completions", body).events())
        .filteredOn(event -> event.data().startsWith("{"))
        .noneMatch(event -> event.json().path("choices").isEmpty());
    String asked =
        ApiCall.CHAT.body(
            "hello", "\"stream\":true", "\"stream_options\":{\"include_usage\":true}");
    assertThat(upstream("/v1/chat/completions", asked))
        .isEqualTo(asked.replace("\"m\"", "\"up-m\""));
  }

  @Test
  void twoIdenticalRequestsGiveTwoIdenticalUpstreamBodies() {
    String body =
        ApiCall.CHAT.body(
            "hello",
            "\"stream\":true",
            "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\"}}]");
    assertThat(upstream("/v1/chat/completions", body))
        .isEqualTo(upstream("/v1/chat/completions", body));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void randomBodiesGoOnByteForByteButForTheDocumentedEdits(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < BODIES; i++) {
      ApiCall api = APIS.get(random.nextInt(APIS.size()));
      RandomBody body = new RandomBody(random, api);
      assertThat(upstream(api.path(), body.sent())).isEqualTo(body.expected());
    }
  }

  @Test
  void theAnswersBytesArriveButForTheMetadata() {
    Answer answer = wire.post("/v1/messages", ApiCall.MESSAGES.body("hello"));
    ObjectNode json = (ObjectNode) answer.json();
    JsonNode metadata = json.remove("provider_metadata");
    assertThat(metadata.path("gateway").path("routing").isObject()).isTrue();
    String raw = answer.text();
    int at = raw.indexOf("\"provider_metadata\"");
    assertThat(at).isPositive();
    assertThat(raw).contains(json.path("content").toString());
  }

  /** A valid request of members in random order and spelling, and what the provider is to get. */
  private static final class RandomBody {
    private final StringBuilder sent = new StringBuilder();
    private final StringBuilder expected = new StringBuilder();
    private final Random random;

    RandomBody(Random random, ApiCall api) {
      this.random = random;
      List<String[]> members = new ArrayList<>();
      members.add(new String[] {"model", "\"m\"", "\"up-m\""});
      String conversation = "[{\"role\":\"user\",\"content\":" + string() + "}]";
      String field = api == ApiCall.RESPONSES ? "input" : "messages";
      members.add(new String[] {field, conversation, conversation});
      if (api == ApiCall.MESSAGES) {
        members.add(new String[] {"max_tokens", "9", "9"});
      }
      for (int i = random.nextInt(6); i > 0; i--) {
        String value = value(3);
        members.add(new String[] {"unknown" + i, value, value});
      }
      for (String ours : List.of("session_id", "cache_anchor_items", "providerOptions")) {
        if (random.nextBoolean()) {
          String value = ours.startsWith("c") ? value(2) : ours.startsWith("s") ? string() : "{}";
          members.add(new String[] {ours, value, null});
        }
      }
      Collections.shuffle(members, random);
      write(members);
    }

    /** A cut member takes a comma and the space after it along; before it at the end. */
    private void write(List<String[]> members) {
      sent.append('{').append(space());
      expected.append(sent);
      String pending = "";
      String afterKept = "";
      boolean any = false;
      for (int i = 0; i < members.size(); i++) {
        String[] member = members.get(i);
        String name = "\"" + member[0] + "\"" + space() + ":" + space();
        String after = space();
        boolean last = i == members.size() - 1;
        String separator = last ? after : after + "," + space();
        sent.append(name).append(member[1]).append(separator);
        if (member[2] != null) {
          expected.append(any ? pending : "").append(name).append(member[2]);
          pending = separator;
          afterKept = after;
          any = true;
        } else if (last) {
          pending = afterKept + after;
        }
      }
      expected.append(pending).append('}');
      sent.append('}');
    }

    String sent() {
      return sent.toString();
    }

    String expected() {
      return expected.toString();
    }

    private String space() {
      return switch (random.nextInt(6)) {
        case 0 -> " ";
        case 1 -> "\n\t";
        default -> "";
      };
    }

    private String string() {
      StringBuilder text = new StringBuilder("\"x");
      for (int i = random.nextInt(12); i > 0; i--) {
        text.append(
            switch (random.nextInt(7)) {
              case 0 -> "\\u00e9";
              case 1 -> "é";
              case 2 -> "😀";
              case 3 -> "\\\"";
              case 4 -> "\\\\";
              case 5 -> "{\\n,}";
              default -> "word ";
            });
      }
      return text.append('"').toString();
    }

    private String value(int depth) {
      int kind = random.nextInt(depth > 0 ? 7 : 5);
      return switch (kind) {
        case 0 -> "null";
        case 1 -> random.nextBoolean() ? "true" : "false";
        case 2 -> "-1.50E+07";
        case 3 -> Long.toString(random.nextLong());
        case 4 -> string();
        case 5 -> "[" + space() + value(depth - 1) + space() + "," + value(depth - 1) + "]";
        default -> "{" + space() + string() + ":" + value(depth - 1) + "}";
      };
    }
  }
}

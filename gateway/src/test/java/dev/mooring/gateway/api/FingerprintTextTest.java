package dev.mooring.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mooring.affinity.Fingerprint;
import dev.mooring.gateway.config.Api;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The fingerprint of a body is that of its decoded texts, however the body writes them. */
final class FingerprintTextTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String[] PIECES = {
    "\\n",
    "\\\"",
    "\\\\",
    "\\/",
    "\\u0041",
    "\\u00e9",
    "\\ud83d\\ude00",
    "\\u0001",
    "\\b",
    "x",
    "a line of a prompt ",
    "é",
    "漢",
    "😀",
    " "
  };

  private static LongStream seeds() {
    return LongStream.range(0, 150);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aFingerprintIsThatOfTheDecodedTexts(long seed) throws JsonProcessingException {
    Random random = new Random(seed);
    String system = texts(random);
    String opening = texts(random);
    StringBuilder tools = new StringBuilder();
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      tools.append(i == 0 ? "" : ",").append(tool(i, random));
    }
    String body =
        "{\"model\":\"m\",\"tools\":[%s],\"system\":%s,\"messages\":[{\"content\":%s,\"role\":\"user\"}]}"
            .formatted(tools, system, opening);

    Envelope envelope = Envelope.read(Api.MESSAGES, body.getBytes(UTF_8));

    String expected = expected(MAPPER.readTree(body));
    assertThat(envelope.fingerprint("acme")).isEqualTo(expected);
    assertThat(Envelope.read(Api.MESSAGES, body.getBytes(UTF_8)).fingerprint("acme"))
        .as("read again")
        .isEqualTo(expected);
  }

  @Test
  void toolsThatWereSeenBeforeTellTheSame() {
    String same = "\"tools\":[" + "{\"name\":\"read\",\"description\":\"d\"},".repeat(20);
    String marked =
        same
            + "{\"type\":\"code\",\"container\":{\"file_ids\":[\"file-1\"]},"
            + "\"cache_control\":{\"type\":\"ephemeral\",\"ttl\":\"1h\"}}]";
    String plain =
        same
            + "{\"type\":\"code\",\"container\":{\"file_ids\":[        ]},"
            + "\"cache_kontrol\":{\"type\":\"ephemeral\",\"ttl\":\"1h\"}}]";
    List<String> fingerprints = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Envelope with = read(marked);
      fingerprints.add(with.fingerprint("acme"));
      assertThat(with.marked()).isTrue();
      assertThat(with.asksOneHour()).isTrue();
      assertThat(with.continuity().fixed()).hasSize(1);
      Envelope without = read(plain);
      fingerprints.add(without.fingerprint("acme"));
      assertThat(without.marked()).isFalse();
      assertThat(without.asksOneHour()).isFalse();
      assertThat(without.continuity().fixed()).isEmpty();
    }
    assertThat(fingerprints.subList(2, 4)).isEqualTo(fingerprints.subList(0, 2));
    assertThat(fingerprints.subList(4, 6)).isEqualTo(fingerprints.subList(0, 2));
  }

  private static Envelope read(String tools) {
    String body = "{\"model\":\"m\"," + tools + ",\"messages\":[]}";
    return Envelope.read(Api.MESSAGES, body.getBytes(UTF_8));
  }

  /** The fingerprint of a body, from its tree. */
  private static String expected(JsonNode body) throws JsonProcessingException {
    Fingerprint.Builder fingerprint =
        Fingerprint.builder("acme")
            .instruction(blocks(body.get("system")))
            .opening(blocks(body.get("messages").get(0).get("content")));
    for (JsonNode tool : body.get("tools")) {
      byte[] schema = MAPPER.writeValueAsBytes(tool.get("input_schema"));
      fingerprint.tool(tool.get("name").asText(), tool.get("description").asText(), schema);
    }
    return fingerprint.finish();
  }

  private static List<String> blocks(JsonNode content) {
    List<String> texts = new ArrayList<>();
    if (content.isTextual()) {
      texts.add(content.asText());
    }
    for (JsonNode block : content) {
      texts.add(block.get("text").asText());
    }
    return texts;
  }

  /** A content: a string, or text blocks. */
  private static String texts(Random random) {
    if (random.nextBoolean()) {
      return string(random);
    }
    StringBuilder blocks = new StringBuilder("[");
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      blocks.append(i == 0 ? "" : ",").append("{\"type\":\"text\",\"text\":");
      blocks.append(string(random)).append('}');
    }
    return blocks.append(']').toString();
  }

  /** A string, about as long as what counts of it, or much shorter. */
  private static String string(Random random) {
    int length = random.nextInt(3) == 0 ? 3_500 + random.nextInt(1_500) : random.nextInt(40);
    int first = random.nextInt(PIECES.length);
    int kinds = 1 + random.nextInt(PIECES.length - first);
    StringBuilder text = new StringBuilder("\"");
    for (int i = 0; i < length; i++) {
      text.append(PIECES[first + random.nextInt(kinds)]);
    }
    return text.append('"').toString();
  }

  /** A tool whose schema is written with or without white space. */
  private static String tool(int number, Random random) {
    String space = random.nextBoolean() ? "" : " \n";
    return ("{\"name\":\"t%d\",\"description\":%s,\"input_schema\":{~\"type\":~\"object\",~"
            + "\"properties\":{\"a\":{~},~\"b\":[~1.5,true~],\"c\":%s}}~}")
        .replace("~", space)
        .formatted(number, string(random), string(random));
  }
}

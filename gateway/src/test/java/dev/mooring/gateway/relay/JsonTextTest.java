package dev.mooring.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The JSON that answers carry, read back by a general parser. */
class JsonTextTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Test
  void membersAndElementsAreSeparatedByCommas() {
    byte[] text =
        new JsonText()
            .object()
            .put("a", "x")
            .put("b", true)
            .put("c", 12L)
            .put("d", 0.5)
            .array("e")
            .add("y")
            .add("z")
            .object()
            .endObject()
            .endArray()
            .object("f")
            .put("g", -1L)
            .endObject()
            .array("h")
            .endArray()
            .endObject()
            .bytes();
    assertThat(text)
        .asString()
        .isEqualTo(
            "{\"a\":\"x\",\"b\":true,\"c\":12,\"d\":0.5,\"e\":[\"y\",\"z\",{}],"
                + "\"f\":{\"g\":-1},\"h\":[]}");
  }

  @Test
  void anyTextIsReadBackAsItWas() throws IOException {
    Random random = new Random(3);
    String alphabet = "az\"\\/{}[],:'\0\b\f\n\r\t\u001f\u007fä€\u2028\uD83D\uDE00";
    int[] points = alphabet.codePoints().toArray();
    for (int round = 0; round < 2_000; round++) {
      StringBuilder value = new StringBuilder();
      for (int i = random.nextInt(round % 100 == 0 ? 4_000 : 12); i > 0; i--) {
        value.appendCodePoint(points[random.nextInt(points.length)]);
      }
      JsonNode read =
          MAPPER.readTree(new JsonText().object().put("v", value.toString()).endObject().bytes());
      assertThat(read.get("v").textValue()).isEqualTo(value.toString());
    }
  }
}

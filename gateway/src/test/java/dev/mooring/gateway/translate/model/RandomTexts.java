package dev.mooring.gateway.translate.model;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Random;

/** Random words, ids and JSON. */
final class RandomTexts {
  private static final List<String> PIECES =
      List.of(
          "word ",
          "naïve ",
          "日本語",
          "😀",
          "👩‍👧",
          "\"quoted\"",
          "back\\slash",
          "\n",
          "\t",
          "\r\n",
          "{\"a\":1}",
          "<b>&amp;",
          "\u2028",
          "\u0001",
          "\u007f",
          "data: [DONE]\n\n",
          "e\u0301",
          "%20",
          "  ");
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

  private final Random random;

  RandomTexts(Random random) {
    this.random = random;
  }

  /** A text of a few pieces; never empty, never blank. */
  String text() {
    StringBuilder text = new StringBuilder("t");
    int pieces = 1 + random.nextInt(8);
    for (int i = 0; i < pieces; i++) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return text.toString();
  }

  /** Letters and digits. */
  String word(int length) {
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < length; i++) {
      word.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return word.toString();
  }

  /** Bytes in Base64. */
  String base64() {
    return Base64.getEncoder().encodeToString(text().getBytes(StandardCharsets.UTF_8));
  }

  /** A JSON object with fields of all kinds, in no particular order. */
  ObjectNode object(int depth) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    int fields = random.nextInt(4);
    for (int i = 0; i < fields; i++) {
      String name = word(1 + random.nextInt(6));
      switch (random.nextInt(depth > 0 ? 7 : 5)) {
        case 0 -> object.put(name, text());
        case 1 -> object.put(name, random.nextInt());
        case 2 -> object.put(name, new BigDecimal("1.10"));
        case 3 -> object.put(name, random.nextBoolean());
        case 4 -> object.putNull(name);
        case 5 -> object.set(name, object(depth - 1));
        default -> object.putArray(name).add(text()).add(object(depth - 1));
      }
    }
    return object;
  }

  /** A JSON schema of an object. */
  ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      properties.putObject(word(5)).put("type", "string").put("description", text());
    }
    schema.putArray("required").add(properties.fieldNames().next());
    schema.put("additionalProperties", false);
    return schema;
  }
}

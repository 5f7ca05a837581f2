package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;

/** The answers of the routes that generate no text. */
final class PlainAnswers {
  private static final List<String> MODELS =
      List.of("gpt-5.5", "claude-sonnet-5", "claude-haiku-4-5");
  private static final int DIMENSIONS = 8;

  private PlainAnswers() {}

  /** {@code /v1/models}, in both providers' fields at once. */
  static ObjectNode models(List<String> known) {
    ObjectNode body = Json.object().put("object", "list");
    ArrayNode data = body.putArray("data");
    for (String id : known.isEmpty() ? MODELS : known) {
      data.addObject()
          .put("id", id)
          .put("object", "model")
          .put("created", 1_760_000_000)
          .put("owned_by", "simulator")
          .put("type", "model")
          .put("display_name", id)
          .put("created_at", "2026-01-01T00:00:00Z");
    }
    return body.put("has_more", false);
  }

  /** {@code /v1/messages/count_tokens}. */
  static ObjectNode count(Prompt prompt) {
    return Json.object().put("input_tokens", prompt.tokens());
  }

  /** {@code /v1/responses/compact}: the input shrunk to one opaque item of the scope. */
  static ObjectNode compact(Prompt prompt, String responseId, String encrypted, long created) {
    ObjectNode body =
        Json.object()
            .put("id", responseId)
            .put("object", "response.compaction")
            .put("created_at", created);
    body.putArray("output")
        .addObject()
        .put("id", "cmp_" + responseId)
        .put("type", "compaction")
        .put("encrypted_content", encrypted);
    ObjectNode usage = body.putObject("usage").put("input_tokens", prompt.tokens());
    usage.putObject("input_tokens_details").put("cached_tokens", 0);
    usage.put("output_tokens", 1);
    usage.putObject("output_tokens_details").put("reasoning_tokens", 0);
    usage.put("total_tokens", prompt.tokens() + 1);
    return body;
  }

  /** {@code /v1/embeddings}: vectors that seed and input determine. */
  static ObjectNode embeddings(ObjectNode request, String model, long seed) {
    JsonNode input = request.path("input");
    int count = input.isArray() ? input.size() : 1;
    boolean base64 = request.path("encoding_format").asText().equals("base64");
    ObjectNode body = Json.object().put("object", "list");
    ArrayNode data = body.putArray("data");
    for (int i = 0; i < count; i++) {
      JsonNode text = input.isArray() ? input.get(i) : input;
      float[] vector = vector(new SplittableRandom(seed * 31 + text.hashCode()));
      ObjectNode entry = data.addObject().put("object", "embedding").put("index", i);
      if (base64) {
        entry.put("embedding", base64(vector));
      } else {
        ArrayNode numbers = entry.putArray("embedding");
        for (float number : vector) {
          numbers.add(number);
        }
      }
    }
    int tokens = (Json.bytes(input).length + 3) / 4;
    body.put("model", model)
        .putObject("usage")
        .put("prompt_tokens", tokens)
        .put("total_tokens", tokens);
    return body;
  }

  private static float[] vector(SplittableRandom random) {
    float[] vector = new float[DIMENSIONS];
    for (int i = 0; i < DIMENSIONS; i++) {
      vector[i] = (float) (random.nextDouble() * 2 - 1);
    }
    return vector;
  }

  private static String base64(float[] vector) {
    ByteBuffer bytes =
        ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (float number : vector) {
      bytes.putFloat(number);
    }
    return Base64.getEncoder().encodeToString(bytes.array());
  }
}

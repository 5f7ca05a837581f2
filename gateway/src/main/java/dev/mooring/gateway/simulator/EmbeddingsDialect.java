package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpServerRequest;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** OpenAI's embeddings: vectors that seed and input determine. */
record EmbeddingsDialect() implements PlainDialect {
  private static final int DIMENSIONS = 8;

  @Override
  public SimulatedApi api() {
    return SimulatedApi.EMBEDDINGS;
  }

  @Override
  public Vendor vendor() {
    return new OpenAiVendor();
  }

  @Override
  public @Nullable Route route(HttpServerRequest request) {
    return request.path().equals("/v1/embeddings") ? Route.of(this) : null;
  }

  @Override
  public @Nullable ApiError check(Call call, IssuedState issued) {
    if (call.model().isEmpty()) {
      return vendor().missing("model");
    }
    return call.body().has("input") ? null : vendor().missing("input");
  }

  @Override
  public ObjectNode answer(Call call, Sources sources) {
    JsonNode input = call.body().path("input");
    int count = input.isArray() ? input.size() : 1;
    boolean base64 = call.body().path("encoding_format").asText().equals("base64");
    ObjectNode body = Json.object().put("object", "list");
    ArrayNode data = body.putArray("data");
    for (int i = 0; i < count; i++) {
      JsonNode text = input.isArray() ? input.get(i) : input;
      long seed = sources.config().seed() * 31 + text.hashCode();
      float[] vector = vector(new SplittableRandom(seed));
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
    body.put("model", call.model())
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

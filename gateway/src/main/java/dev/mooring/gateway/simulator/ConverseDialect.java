package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** Bedrock's Converse: a {@code cachePoint} marks the block before it. */
record ConverseDialect() implements GeneratingDialect {
  /** The block that marks the one before it. */
  static final String CACHE_POINT = "cachePoint";

  private static final String MODEL_SAYS = "The model returned the following errors: ";

  @Override
  public SimulatedApi api() {
    return SimulatedApi.CONVERSE;
  }

  @Override
  public Vendor vendor() {
    return new AwsVendor();
  }

  @Override
  public @Nullable Route route(HttpServerRequest request) {
    return BedrockPath.route(this, request, "converse", "converse-stream");
  }

  @Override
  public @Nullable ApiError check(Call call, IssuedState issued) {
    String wrong = new ConverseCheck(call.body()).firstFault();
    if (wrong != null) {
      return vendor().invalid(wrong);
    }
    for (JsonNode signature : call.body().path("messages").findValues("signature")) {
      if (!issued.isSignature(signature.asText())) {
        return vendor().invalid(MODEL_SAYS + "Invalid `signature` in `thinking` block");
      }
    }
    return null;
  }

  @Override
  public Prompt prompt(ObjectNode body, IssuedState issued) {
    Prompt prompt = new Prompt();
    addAll(prompt, "tool", body.path("toolConfig").path("tools"));
    addAll(prompt, "system", body.path("system"));
    for (JsonNode message : body.path("messages")) {
      addAll(prompt, message.path("role").asText(), message.path("content"));
    }
    return prompt;
  }

  @Override
  public @Nullable ApiError checkMarkers(Prompt prompt) {
    return CacheMarkers.check(prompt.blocks(), vendor(), MODEL_SAYS);
  }

  @Override
  public boolean cachesAtMarkers() {
    return true;
  }

  @Override
  public int outputLimit(ObjectNode body) {
    return GeneratingDialect.limit(body.path("inferenceConfig"), "maxTokens");
  }

  @Override
  public Answer answer(Turn turn) {
    return new ConverseAnswer(turn);
  }

  private static void addAll(Prompt prompt, String role, JsonNode blocks) {
    for (JsonNode block : blocks) {
      if (block.has(CACHE_POINT)) {
        prompt.markLast(block.path(CACHE_POINT));
      } else {
        prompt.add(role, block);
      }
    }
  }
}

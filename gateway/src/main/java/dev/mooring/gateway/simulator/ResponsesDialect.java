package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** OpenAI's Responses, at OpenAI and at Azure. */
record ResponsesDialect(Vendor vendor, String path) implements GeneratingDialect {

  @Override
  public SimulatedApi api() {
    return SimulatedApi.RESPONSES;
  }

  @Override
  public @Nullable Route route(HttpServerRequest request) {
    return request.path().equals(path) ? Route.of(this) : null;
  }

  @Override
  public @Nullable ApiError check(Call call, IssuedState issued) {
    return check(call, vendor, issued);
  }

  @Override
  public Prompt prompt(ObjectNode body, IssuedState issued) {
    return promptOf(body, issued);
  }

  @Override
  public int outputLimit(ObjectNode body) {
    return GeneratingDialect.limit(body, "max_output_tokens");
  }

  @Override
  public String seal(IssuedState issued, String scope, String nonce) {
    return issued.encrypted(scope, nonce);
  }

  @Override
  public Answer answer(Turn turn) {
    return new ResponsesAnswer(turn);
  }

  @Override
  public void begun(Call call, Turn turn, Prompt prompt, IssuedState issued) {
    prompt.addContent("assistant", Json.textNode(turn.text()));
    if (call.body().path("store").asBoolean(true)) {
      issued.keep("resp_" + turn.id(), call.scope(), prompt.blocks());
    }
    if (call.body().hasNonNull("conversation")) {
      issued.keep(IssuedState.conversationId(call.body()), call.scope(), prompt.blocks());
    }
  }

  /** What is wrong with a body that has a Responses input. */
  static @Nullable ApiError check(Call call, Vendor vendor, IssuedState issued) {
    if (call.model().isEmpty()) {
      return vendor.missing("model");
    }
    if (!call.body().has("input")) {
      return vendor.missing("input");
    }
    ApiError wrong = checkTools(call.body().path("tools"));
    return wrong == null ? issued.checkResponses(call.body(), call.scope()) : wrong;
  }

  private static @Nullable ApiError checkTools(JsonNode tools) {
    if (tools.isMissingNode() || tools.isNull()) {
      return null;
    }
    if (!tools.isArray()) {
      return wrongType("tools", "an array of objects", tools);
    }
    for (int i = 0; i < tools.size(); i++) {
      if (!tools.get(i).isObject()) {
        return wrongType("tools[" + i + "]", "an object", tools.get(i));
      }
    }
    return null;
  }

  private static ApiError wrongType(String field, String expected, JsonNode found) {
    String kind =
        switch (found.getNodeType()) {
          case ARRAY -> "an array";
          case OBJECT -> "an object";
          case STRING -> "a string";
          case BOOLEAN -> "a boolean";
          case NUMBER -> found.isIntegralNumber() ? "an integer" : "a decimal";
          default -> "null";
        };
    return ApiError.invalid(
        "invalid_type",
        field,
        "Invalid type for '%s': expected %s, but got %s instead.".formatted(field, expected, kind));
  }

  /** The prompt of a Responses input, behind what it continues. */
  static Prompt promptOf(ObjectNode body, IssuedState issued) {
    Prompt prompt = new Prompt(issued.continued(body));
    prompt.addTools(body.path("tools"));
    if (body.path("instructions").isTextual()) {
      prompt.addContent("system", body.path("instructions"));
    }
    JsonNode input = body.path("input");
    if (input.isTextual()) {
      prompt.addContent("user", input);
      return prompt;
    }
    for (JsonNode item : input) {
      if (item.has("role")) {
        prompt.addContent(item.path("role").asText(), plainText(item.path("content")));
      } else if (item instanceof ObjectNode object) {
        ObjectNode bare = object.deepCopy();
        bare.remove(List.of("id", "status"));
        prompt.add("item", bare);
      }
    }
    return prompt;
  }

  /** Responses names a text part by direction; a string stands for any of them. */
  private static JsonNode plainText(JsonNode content) {
    if (!content.isArray()) {
      return content;
    }
    JsonNode copy = content.deepCopy();
    for (JsonNode part : copy) {
      if (part instanceof ObjectNode object && object.path("text").isTextual()) {
        object.put("type", "text").remove(List.of("annotations", "logprobs"));
      }
    }
    return copy;
  }
}

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
    return call.body().has("input")
        ? issued.checkResponses(call.body(), call.scope())
        : vendor.missing("input");
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

package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** Anthropic's Messages, at Anthropic and on Azure's Foundry. */
record MessagesDialect() implements GeneratingDialect {

  @Override
  public SimulatedApi api() {
    return SimulatedApi.MESSAGES;
  }

  @Override
  public Vendor vendor() {
    return new AnthropicVendor();
  }

  @Override
  public @Nullable Route route(HttpServerRequest request) {
    return request.path().equals("/v1/messages") || request.path().equals("/anthropic/v1/messages")
        ? Route.of(this)
        : null;
  }

  @Override
  public @Nullable ApiError check(Call call, IssuedState issued) {
    return call.model().isEmpty() ? vendor().missing("model") : check(call, vendor(), issued);
  }

  @Override
  public Prompt prompt(ObjectNode body, IssuedState issued) {
    return promptOf(body);
  }

  @Override
  public @Nullable ApiError checkMarkers(Prompt prompt) {
    return CacheMarkers.check(prompt.blocks(), vendor(), "");
  }

  @Override
  public boolean cachesAtMarkers() {
    return true;
  }

  @Override
  public int outputLimit(ObjectNode body) {
    return GeneratingDialect.limit(body, "max_tokens");
  }

  @Override
  public Answer answer(Turn turn) {
    return new MessagesAnswer(turn, vendor());
  }

  /** What is wrong with a Messages body, but for its model. */
  static @Nullable ApiError check(Call call, Vendor vendor, IssuedState issued) {
    if (!call.body().path("messages").isArray()) {
      return vendor.missing("messages");
    }
    return call.body().path("max_tokens").isInt()
        ? issued.checkMessages(call, vendor)
        : vendor.missing("max_tokens");
  }

  /** The prompt of a Messages body. */
  static Prompt promptOf(ObjectNode body) {
    Prompt prompt = new Prompt();
    prompt.addTools(body.path("tools"));
    prompt.addContent("system", body.path("system"));
    for (JsonNode message : body.path("messages")) {
      prompt.addContent(message.path("role").asText(), message.path("content"));
    }
    if (body.path("cache_control").isObject()) {
      prompt.markLast(body.path("cache_control"));
    }
    return prompt;
  }
}

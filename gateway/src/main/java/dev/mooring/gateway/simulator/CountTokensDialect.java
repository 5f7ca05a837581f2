package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpServerRequest;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Counting the tokens of a Messages prompt, at Anthropic and on Vertex; the body names the model in
 * both places.
 */
record CountTokensDialect(Vendor vendor) implements PlainDialect {
  /** What stands for the model in Vertex's path. */
  static final String VERTEX_MODEL = "count-tokens";

  private static final Pattern VERTEX =
      Pattern.compile(
          "/v1/projects/[^/]+/locations/[^/]+/publishers/anthropic/models/"
              + VERTEX_MODEL
              + ":rawPredict");

  @Override
  public SimulatedApi api() {
    return SimulatedApi.COUNT_TOKENS;
  }

  @Override
  public @Nullable Route route(HttpServerRequest request) {
    boolean ours =
        vendor instanceof AnthropicVendor
            ? request.path().equals("/v1/messages/count_tokens")
            : VERTEX.matcher(request.path()).matches();
    return ours ? new Route(this, null, false) : null;
  }

  @Override
  public @Nullable ApiError check(Call call, IssuedState issued) {
    if (call.model().isEmpty()) {
      return vendor.missing("model");
    }
    if (!call.body().path("messages").isArray()) {
      return vendor.missing("messages");
    }
    ApiError state = issued.checkMessages(call, vendor);
    return state == null
        ? CacheMarkers.check(MessagesDialect.promptOf(call.body()).blocks(), vendor, "")
        : state;
  }

  @Override
  public ObjectNode answer(Call call, Sources sources) {
    return Json.object().put("input_tokens", MessagesDialect.promptOf(call.body()).tokens());
  }
}

package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code GET /v1/models}, in OpenAI's and in Anthropic's fields at once. */
record ModelsDialect(Vendor vendor) implements PlainDialect {
  private static final List<String> MODELS =
      List.of("gpt-5.5", "claude-sonnet-5", "claude-haiku-4-5");

  @Override
  public SimulatedApi api() {
    return SimulatedApi.MODELS;
  }

  @Override
  public HttpMethod method() {
    return HttpMethod.GET;
  }

  @Override
  public @Nullable Route route(HttpServerRequest request) {
    return request.path().equals("/v1/models") && vendor.equals(Routes.strangersVendor(request))
        ? new Route(this, "", false)
        : null;
  }

  @Override
  public ObjectNode read(byte[] body) {
    return Json.object();
  }

  @Override
  public ObjectNode answer(Call call, Sources sources) {
    List<String> known = sources.config().models();
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
}

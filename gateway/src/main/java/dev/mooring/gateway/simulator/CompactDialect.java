package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** {@code /v1/responses/compact}: the input shrunk to one opaque item of the scope. */
record CompactDialect() implements PlainDialect {

  @Override
  public SimulatedApi api() {
    return SimulatedApi.COMPACT;
  }

  @Override
  public Vendor vendor() {
    return new OpenAiVendor();
  }

  @Override
  public @Nullable Route route(HttpServerRequest request) {
    return request.path().equals("/v1/responses/compact") ? Route.of(this) : null;
  }

  @Override
  public @Nullable ApiError check(Call call, IssuedState issued) {
    return ResponsesDialect.check(call, vendor(), issued);
  }

  @Override
  public ObjectNode answer(Call call, Sources sources) {
    int tokens = ResponsesDialect.promptOf(call.body(), sources.issued()).tokens();
    String id = sources.ids().next("resp_");
    ObjectNode body =
        Json.object()
            .put("id", id)
            .put("object", "response.compaction")
            .put("created_at", call.exchange().time().getEpochSecond());
    body.putArray("output")
        .addObject()
        .put("id", "cmp_" + id)
        .put("type", "compaction")
        .put("encrypted_content", sources.issued().encrypted(call.scope(), sources.ids().next("")));
    ObjectNode usage = body.putObject("usage").put("input_tokens", tokens);
    usage.putObject("input_tokens_details").put("cached_tokens", 0);
    usage.put("output_tokens", 1);
    usage.putObject("output_tokens_details").put("reasoning_tokens", 0);
    usage.put("total_tokens", tokens + 1);
    return body;
  }
}

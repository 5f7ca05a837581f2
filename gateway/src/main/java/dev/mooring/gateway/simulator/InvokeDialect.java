package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * Anthropic's Messages on Bedrock. The path names the model and asks for a stream, the body must do
 * neither (AWS, "Anthropic Claude Messages API", November 2026).
 */
record InvokeDialect() implements GeneratingDialect {
  private static final String VERSION = "bedrock-2023-05-31";

  @Override
  public SimulatedApi api() {
    return SimulatedApi.INVOKE;
  }

  @Override
  public Vendor vendor() {
    return new AwsVendor();
  }

  @Override
  public @Nullable Route route(HttpServerRequest request) {
    return BedrockPath.route(this, request, "invoke", "invoke-with-response-stream");
  }

  @Override
  public @Nullable ApiError check(Call call, IssuedState issued) {
    ApiError envelope =
        RawPredictDialect.checkEnvelope(call.body(), vendor(), VERSION, "model", "stream");
    return envelope == null ? MessagesDialect.check(call, vendor(), issued) : envelope;
  }

  @Override
  public Prompt prompt(ObjectNode body, IssuedState issued) {
    return MessagesDialect.promptOf(body);
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
    return new InvokeAnswer(new MessagesAnswer(turn, vendor()));
  }
}

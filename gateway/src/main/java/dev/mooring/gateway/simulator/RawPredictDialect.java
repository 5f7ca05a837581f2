package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpServerRequest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Anthropic's Messages on Vertex. The path names the model, the body must not; a stream is asked
 * for by path and body together (Anthropic's page on Vertex AI, November 2026).
 */
record RawPredictDialect() implements GeneratingDialect {
  private static final Pattern PATH =
      Pattern.compile(
          "/v1/projects/[^/]+/locations/[^/]+/publishers/anthropic/models/([^/:]+)"
              + ":(rawPredict|streamRawPredict)");
  private static final String VERSION = "vertex-2023-10-16";

  @Override
  public SimulatedApi api() {
    return SimulatedApi.RAW_PREDICT;
  }

  @Override
  public Vendor vendor() {
    return new VertexClaudeVendor();
  }

  @Override
  public @Nullable Route route(HttpServerRequest request) {
    Matcher path = PATH.matcher(request.path());
    if (!path.matches() || path.group(1).equals(CountTokensDialect.VERTEX_MODEL)) {
      return null;
    }
    boolean streamed = path.group(2).equals("streamRawPredict");
    return new Route(this, path.group(1), streamed ? null : Boolean.FALSE);
  }

  @Override
  public @Nullable ApiError check(Call call, IssuedState issued) {
    ApiError envelope = checkEnvelope(call.body(), vendor(), VERSION, "model");
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
    return new MessagesAnswer(turn, vendor());
  }

  /** What is wrong with what a cloud wants besides Messages' own fields. */
  static @Nullable ApiError checkEnvelope(
      ObjectNode body, Vendor vendor, String version, String... forbidden) {
    for (String field : forbidden) {
      if (body.has(field)) {
        return vendor.invalid(field + ": Extra inputs are not permitted");
      }
    }
    if (!body.has("anthropic_version")) {
      return vendor.missing("anthropic_version");
    }
    return body.path("anthropic_version").asText().equals(version)
        ? null
        : vendor.invalid("anthropic_version: Input should be '" + version + "'");
  }
}

package dev.mooring.gateway.provider;

import dev.mooring.gateway.api.Framing;
import dev.mooring.gateway.api.PlainShape;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.config.ProviderConfig;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** Google's Gemini API, by API key. */
final class GoogleProvider extends Provider {
  private static final String ROOT = "/v1beta";

  private final String models;

  GoogleProvider(ProviderConfig config) {
    super(config);
    String prefix = pathPrefix();
    this.models = (prefix.endsWith(ROOT) ? prefix : prefix + ROOT) + "/models/";
  }

  @Override
  public UpstreamCall call(Dialect dialect, String upstreamModel, boolean stream, String path) {
    String model = models + PathSegment.of(upstreamModel);
    return new UpstreamCall(dialect, model + method(stream), Framing.SSE, PlainShape.IN_PATH);
  }

  @Override
  public @Nullable Future<Void> authorize(UpstreamRequest request) {
    request.headers().set("x-goog-api-key", request.credential().apiKey());
    return null;
  }

  /** What follows the model in a path. */
  static String method(boolean stream) {
    return stream ? ":streamGenerateContent?alt=sse" : ":generateContent";
  }
}

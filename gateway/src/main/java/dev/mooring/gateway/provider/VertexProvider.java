package dev.mooring.gateway.provider;

import dev.mooring.affinity.CacheFacts;
import dev.mooring.gateway.api.BodyShape;
import dev.mooring.gateway.api.Framing;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.config.ProviderConfig;
import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Google's Vertex AI: Gemini, and Claude by its Messages. */
final class VertexProvider extends Provider {
  private static final List<Dialect> CLAUDE = List.of(Dialect.MESSAGES);
  private static final List<Dialect> OTHERS = List.of(Dialect.GEMINI);
  private static final BodyShape MESSAGES = new BodyShape.CloudMessages("vertex-2023-10-16", false);

  private final String publishers;

  VertexProvider(ProviderConfig config) {
    super(config);
    this.publishers =
        pathPrefix()
            + "/v1/projects/"
            + PathSegment.of(config.cloud().project())
            + "/locations/"
            + PathSegment.of(config.cloud().region())
            + "/publishers/";
  }

  @Override
  public List<Dialect> dialects(String upstreamModel) {
    return CacheFacts.isClaude(upstreamModel) ? CLAUDE : OTHERS;
  }

  @Override
  public UpstreamCall call(Dialect dialect, String upstreamModel, boolean stream, String path) {
    String model = "/models/" + PathSegment.of(upstreamModel);
    return dialect == Dialect.MESSAGES
        ? new UpstreamCall(
            dialect,
            publishers + "anthropic" + model + (stream ? ":streamRawPredict" : ":rawPredict"),
            Framing.SSE,
            MESSAGES)
        : new UpstreamCall(
            dialect,
            publishers + "google" + model + GoogleProvider.method(stream),
            Framing.SSE,
            BodyShape.IN_PATH);
  }

  @Override
  public @Nullable Future<Void> authorize(UpstreamRequest request) {
    OpenAiProvider.bearer(request);
    return null;
  }
}

package dev.mooring.gateway.provider;

import dev.mooring.affinity.CacheFacts;
import dev.mooring.gateway.api.BodyShape;
import dev.mooring.gateway.api.Framing;
import dev.mooring.gateway.api.PlainShape;
import dev.mooring.gateway.config.CloudIdentity;
import dev.mooring.gateway.config.CredentialConfig;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.config.ProviderConfig;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Google's Vertex AI: Gemini, and Claude by its Messages (platform.claude.com, claude-on-vertex-ai,
 * 2026-10). A credential is an identity that tokens are got for, or a token.
 */
final class VertexProvider extends Provider {
  private static final List<Dialect> CLAUDE = List.of(Dialect.MESSAGES);
  private static final List<Dialect> OTHERS = List.of(Dialect.GEMINI);
  private static final String VERSION = "vertex-2023-10-16";
  private static final BodyShape MESSAGES =
      new BodyShape.CloudMessages(VERSION, Set.of("model"), false);
  private static final BodyShape COUNTING = new BodyShape.CloudMessages(VERSION, Set.of(), false);

  private final String publishers;
  private final Map<CloudIdentity.Google, Renewed<String>> tokens = new HashMap<>();

  VertexProvider(ProviderConfig config) {
    super(config);
    this.publishers =
        pathPrefix()
            + "/v1/projects/"
            + PathSegment.of(config.cloud().project())
            + "/locations/"
            + PathSegment.of(config.cloud().region())
            + "/publishers/";
    for (CredentialConfig credential : config.credentials()) {
      if (credential.identity() instanceof CloudIdentity.Google identity) {
        String name = config.id() + "/" + credential.id();
        tokens.computeIfAbsent(identity, key -> GoogleTokens.of(name, key, InstantSource.system()));
      }
    }
  }

  @Override
  public List<Dialect> dialects(String upstreamModel) {
    return CacheFacts.isClaude(upstreamModel) ? CLAUDE : OTHERS;
  }

  @Override
  public UpstreamCall call(Dialect dialect, String upstreamModel, boolean stream, String path) {
    if (dialect != Dialect.MESSAGES) {
      String target = publishers + "google" + model(upstreamModel) + GoogleProvider.method(stream);
      return new UpstreamCall(dialect, target, Framing.SSE, PlainShape.IN_PATH);
    }
    if (path.startsWith("/v1/messages/count_tokens")) {
      String target = publishers + "anthropic/models/count-tokens:rawPredict";
      return new UpstreamCall(dialect, target, Framing.SSE, COUNTING);
    }
    String method = stream ? ":streamRawPredict" : ":rawPredict";
    String target = publishers + "anthropic" + model(upstreamModel) + method;
    return new UpstreamCall(dialect, target, Framing.SSE, MESSAGES);
  }

  @Override
  public @Nullable Future<Void> authorize(UpstreamRequest request) {
    Renewed<String> token =
        request.credential().identity() instanceof CloudIdentity.Google identity
            ? tokens.get(identity)
            : null;
    if (token == null) {
      OpenAiProvider.bearer(request);
      return null;
    }
    return token.use(value -> request.headers().set(HttpHeaders.AUTHORIZATION, "Bearer " + value));
  }

  /** A model's part of the path; Google writes versions after a bare {@code @}. */
  private static String model(String name) {
    return "/models/" + PathSegment.of(name).replace("%40", "@");
  }
}

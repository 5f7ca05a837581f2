package dev.mooring.gateway.provider;

import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.config.ProviderConfig;
import dev.mooring.gateway.config.ProviderType;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** OpenAI, and upstreams that authenticate as it does: a bearer token. */
final class OpenAiProvider extends Provider {
  private static final Set<String> CODEX_HEADERS =
      Set.of("session-id", "session_id", "thread-id", "conversation_id", "x-client-request-id");

  /** What every route of ours begins with. */
  private static final String ROOT = "/v1";

  OpenAiProvider(ProviderConfig config) {
    super(config);
  }

  @Override
  public UpstreamCall call(Dialect dialect, String upstreamModel, boolean stream, String path) {
    String root = config().preset().root(dialect);
    return UpstreamCall.plain(dialect, pathPrefix() + root + path.substring(ROOT.length()));
  }

  @Override
  public @Nullable Future<Void> authorize(UpstreamRequest request) {
    bearer(request);
    if (request.target().contains(Dialect.MESSAGES.path())) {
      AnthropicProvider.version(request.headers());
    }
    return null;
  }

  @Override
  public boolean wantsSessionHeader(String name) {
    return super.wantsSessionHeader(name)
        || (config().type() == ProviderType.OPENAI && CODEX_HEADERS.contains(name));
  }

  /** Writes a credential's key as a bearer token, where it has one. */
  static void bearer(UpstreamRequest request) {
    String key = request.credential().apiKey();
    if (!key.isEmpty()) {
      request.headers().set(HttpHeaders.AUTHORIZATION, "Bearer " + key);
    }
  }
}

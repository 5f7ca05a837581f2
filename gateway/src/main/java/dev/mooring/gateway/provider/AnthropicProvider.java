package dev.mooring.gateway.provider;

import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.config.ProviderConfig;
import dev.mooring.gateway.config.ProviderType;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/** Anthropic, and upstreams that authenticate as it does: a key header and an API version. */
final class AnthropicProvider extends Provider {
  private static final String VERSION_HEADER = "anthropic-version";
  private static final String DEFAULT_VERSION = "2023-06-01";
  private static final String OAUTH_PREFIX = "sk-ant-oat";

  AnthropicProvider(ProviderConfig config) {
    super(config);
  }

  @Override
  public UpstreamCall call(Dialect dialect, String upstreamModel, boolean stream, String path) {
    return UpstreamCall.plain(dialect, pathPrefix() + path);
  }

  @Override
  public @Nullable Future<Void> authorize(UpstreamRequest request) {
    MultiMap headers = request.headers();
    version(headers);
    String apiKey = request.credential().apiKey();
    if (apiKey.startsWith(OAUTH_PREFIX)) {
      headers.set(HttpHeaders.AUTHORIZATION, "Bearer " + apiKey);
    } else if (!apiKey.isEmpty()) {
      headers.set("x-api-key", apiKey);
    }
    return null;
  }

  @Override
  public boolean wantsSessionHeader(String name) {
    return config().type() == ProviderType.ANTHROPIC && name.equals("x-claude-code-session-id");
  }

  /** Names the version of the API, where the caller did not. */
  static void version(MultiMap headers) {
    if (!headers.contains(VERSION_HEADER)) {
      headers.set(VERSION_HEADER, DEFAULT_VERSION);
    }
  }
}

package dev.mooring.gateway.provider;

import dev.mooring.gateway.config.ProviderConfig;
import dev.mooring.gateway.config.ProviderType;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;

/** Anthropic, and upstreams that authenticate as it does: a key header and an API version. */
final class AnthropicProvider extends Provider {
  private static final String VERSION_HEADER = "anthropic-version";
  private static final String DEFAULT_VERSION = "2023-06-01";
  private static final String OAUTH_PREFIX = "sk-ant-oat";

  AnthropicProvider(ProviderConfig config) {
    super(config);
  }

  @Override
  public void authorize(MultiMap headers, String apiKey) {
    if (!headers.contains(VERSION_HEADER)) {
      headers.set(VERSION_HEADER, DEFAULT_VERSION);
    }
    if (apiKey.startsWith(OAUTH_PREFIX)) {
      headers.set(HttpHeaders.AUTHORIZATION, "Bearer " + apiKey);
    } else if (!apiKey.isEmpty()) {
      headers.set("x-api-key", apiKey);
    }
  }

  @Override
  public boolean wantsSessionHeader(String name) {
    return config().type() == ProviderType.ANTHROPIC && name.equals("x-claude-code-session-id");
  }
}

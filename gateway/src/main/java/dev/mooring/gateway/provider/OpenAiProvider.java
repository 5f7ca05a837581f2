package dev.mooring.gateway.provider;

import dev.mooring.gateway.config.ProviderConfig;
import dev.mooring.gateway.config.ProviderType;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.Set;

/** OpenAI, and upstreams that authenticate as it does: a bearer token. */
final class OpenAiProvider extends Provider {
  private static final Set<String> CODEX_HEADERS =
      Set.of("session-id", "session_id", "thread-id", "conversation_id", "x-client-request-id");

  OpenAiProvider(ProviderConfig config) {
    super(config);
  }

  @Override
  public void authorize(MultiMap headers, String apiKey) {
    if (!apiKey.isEmpty()) {
      headers.set(HttpHeaders.AUTHORIZATION, "Bearer " + apiKey);
    }
  }

  @Override
  public boolean wantsSessionHeader(String name) {
    return config().type() == ProviderType.OPENAI && CODEX_HEADERS.contains(name);
  }
}

package dev.mooring.gateway.provider;

import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.config.ProviderConfig;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** Azure's OpenAI service, and Claude in its Foundry. */
final class AzureProvider extends Provider {

  AzureProvider(ProviderConfig config) {
    super(config);
  }

  @Override
  public UpstreamCall call(Dialect dialect, String upstreamModel, boolean stream, String path) {
    String root = dialect == Dialect.MESSAGES ? "/anthropic" : "/openai";
    return UpstreamCall.plain(dialect, pathPrefix() + root + path);
  }

  @Override
  public @Nullable Future<Void> authorize(UpstreamRequest request) {
    String key = request.credential().apiKey();
    if (!key.isEmpty()) {
      request.headers().set("api-key", key);
    }
    return null;
  }
}

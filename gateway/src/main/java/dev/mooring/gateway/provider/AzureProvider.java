package dev.mooring.gateway.provider;

import com.microsoft.aad.msal4j.IHttpClient;
import dev.mooring.gateway.config.CloudIdentity;
import dev.mooring.gateway.config.CredentialConfig;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.config.ProviderConfig;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Azure: OpenAI's models by the v1 API or, with a dated version, by the older paths that name the
 * deployment; Claude by Foundry's Messages.
 */
final class AzureProvider extends Provider {
  private static final String ANTHROPIC = "/anthropic";
  private static final String OPENAI = "/openai";

  /** The versions that the v1 paths know; all others are dates. */
  private static final Set<String> V1_VERSIONS = Set.of("v1", "latest", "preview");

  private final String resource;
  private final String apiVersion;
  private final Map<CloudIdentity.Entra, Renewed<String>> tokens = new HashMap<>();

  AzureProvider(ProviderConfig config) {
    this(config, null, InstantSource.system());
  }

  /** One that calls Entra by a client; null for the usual one. */
  AzureProvider(ProviderConfig config, @Nullable IHttpClient http, InstantSource clock) {
    super(config);
    this.resource = without(without(pathPrefix(), OPENAI), ANTHROPIC);
    this.apiVersion = config.cloud().apiVersion();
    for (CredentialConfig credential : config.credentials()) {
      if (credential.identity() instanceof CloudIdentity.Entra entra) {
        String name = config.id() + "/" + credential.id();
        tokens.computeIfAbsent(
            entra,
            key -> new Renewed<>(name, new EntraTokens(key, http), TokenThreads.POOL, clock));
      }
    }
  }

  @Override
  public UpstreamCall call(Dialect dialect, String upstreamModel, boolean stream, String path) {
    return UpstreamCall.plain(dialect, target(dialect, upstreamModel, path));
  }

  @Override
  public @Nullable Future<Void> authorize(UpstreamRequest request) {
    boolean anthropic = request.target().startsWith(resource + ANTHROPIC + "/");
    if (anthropic) {
      AnthropicProvider.version(request.headers());
    }
    CredentialConfig credential = request.credential();
    Renewed<String> token =
        credential.identity() instanceof CloudIdentity.Entra entra ? tokens.get(entra) : null;
    if (token != null) {
      return token.use(
          value -> request.headers().set(HttpHeaders.AUTHORIZATION, "Bearer " + value));
    }
    if (!credential.apiKey().isEmpty()) {
      request.headers().set(anthropic ? "x-api-key" : "api-key", credential.apiKey());
    }
    return null;
  }

  private String target(Dialect dialect, String upstreamModel, String path) {
    if (dialect == Dialect.MESSAGES) {
      return resource + ANTHROPIC + path;
    }
    if (apiVersion.isEmpty()) {
      return resource + OPENAI + path;
    }
    String versioned = path + (path.indexOf('?') < 0 ? "?" : "&") + "api-version=" + apiVersion;
    if (V1_VERSIONS.contains(apiVersion)) {
      return resource + OPENAI + versioned;
    }
    String undated = versioned.startsWith("/v1/") ? versioned.substring(3) : versioned;
    boolean ofDeployment = dialect == Dialect.CHAT;
    return resource
        + OPENAI
        + (ofDeployment ? "/deployments/" + PathSegment.of(upstreamModel) : "")
        + undated;
  }

  /** A path without what it ends with, if it does. */
  private static String without(String path, String end) {
    return path.endsWith(end) ? path.substring(0, path.length() - end.length()) : path;
  }
}

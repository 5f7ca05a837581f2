package dev.mooring.gateway.provider;

import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.ProviderConfig;
import io.vertx.core.MultiMap;
import java.net.URI;

/** An upstream as requests meet it: where it is, how it is called, how it authenticates. */
public abstract sealed class Provider permits OpenAiProvider, AnthropicProvider {
  private final ProviderConfig config;
  private final String host;
  private final int port;
  private final boolean tls;
  private final String pathPrefix;

  Provider(ProviderConfig config) {
    this.config = config;
    URI origin = URI.create(config.baseUrl());
    this.host = origin.getHost();
    this.tls = "https".equalsIgnoreCase(origin.getScheme());
    this.port = origin.getPort() >= 0 ? origin.getPort() : tls ? 443 : 80;
    this.pathPrefix = origin.getRawPath() == null ? "" : origin.getRawPath();
  }

  /** The upstream of a configured provider. */
  public static Provider of(ProviderConfig config) {
    return config.type().anthropicLike()
        ? new AnthropicProvider(config)
        : new OpenAiProvider(config);
  }

  /** The provider's id. */
  public String id() {
    return config.id();
  }

  /** Its configuration. */
  public ProviderConfig config() {
    return config;
  }

  /** The host to connect to. */
  public String host() {
    return host;
  }

  /** The port to connect to. */
  public int port() {
    return port;
  }

  /** Whether the connection is encrypted. */
  public boolean tls() {
    return tls;
  }

  /** Whether it speaks an API itself, so that bodies pass through. */
  public boolean speaks(Api api) {
    return config.apis().contains(api);
  }

  /**
   * The request target for one of our paths.
   *
   * @param path ours, for example {@code /v1/messages}, with the query if there is one
   */
  public String target(String path) {
    return pathPrefix + path;
  }

  /**
   * Writes what the provider needs to know the account.
   *
   * @param headers the outgoing headers, free of the caller's credentials
   * @param apiKey the secret; empty for an upstream that asks for none
   */
  public abstract void authorize(MultiMap headers, String apiKey);

  /**
   * Whether the provider's own API wants a header that names a session; such headers go nowhere
   * else (contract, section 4).
   *
   * @param name the header's lower-case name
   */
  public abstract boolean wantsSessionHeader(String name);
}

package dev.mooring.gateway.provider;

import dev.mooring.affinity.CacheFacts;
import dev.mooring.affinity.SessionKey;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.CredentialConfig;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.config.ProviderConfig;
import dev.mooring.gateway.config.StickyInput;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An upstream as requests meet it: where it is, how it is called, how it authenticates. */
public abstract sealed class Provider
    permits OpenAiProvider,
        AzureProvider,
        AnthropicProvider,
        BedrockProvider,
        GoogleProvider,
        VertexProvider {
  /** What carries most of a conversation comes first. */
  private static final List<Dialect> PREFERENCE =
      List.of(Dialect.RESPONSES, Dialect.MESSAGES, Dialect.GEMINI, Dialect.CONVERSE, Dialect.CHAT);

  private final ProviderConfig config;
  private final String host;
  private final int port;
  private final boolean tls;
  private final String pathPrefix;
  private final List<Dialect> dialects;
  private final SessionNames sessions;

  Provider(ProviderConfig config) {
    this.config = config;
    URI origin = URI.create(config.baseUrl());
    this.host = origin.getHost();
    this.tls = "https".equalsIgnoreCase(origin.getScheme());
    this.port = origin.getPort() >= 0 ? origin.getPort() : tls ? 443 : 80;
    this.pathPrefix = origin.getRawPath() == null ? "" : origin.getRawPath();
    this.dialects = PREFERENCE.stream().filter(config.dialects()::contains).toList();
    this.sessions = new SessionNames(config);
  }

  /** The upstream of a configured provider. */
  public static Provider of(ProviderConfig config) {
    return switch (config.type()) {
      case OPENAI, DEEPSEEK, ALIBABA, MOONSHOT, OPENAI_COMPATIBLE -> new OpenAiProvider(config);
      case AZURE -> new AzureProvider(config);
      case ANTHROPIC, ANTHROPIC_COMPATIBLE -> new AnthropicProvider(config);
      case BEDROCK -> new BedrockProvider(config);
      case GOOGLE -> new GoogleProvider(config);
      case VERTEX -> new VertexProvider(config);
    };
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

  /** The path that its origin has; empty for none. */
  String pathPrefix() {
    return pathPrefix;
  }

  /**
   * The formats that it speaks for a model, the preferred first; at least one.
   *
   * @param upstreamModel its name of the model
   */
  public List<Dialect> dialects(String upstreamModel) {
    return dialects;
  }

  /** Whether it speaks an API for a model itself, so that bodies pass through. */
  public final boolean speaks(Api api, String upstreamModel) {
    Dialect same = api.dialect();
    return same != null && dialects(upstreamModel).contains(same);
  }

  /** Whether it has what stands beside an API too, such as counting tokens. */
  public boolean hasSideRoutes() {
    return true;
  }

  /**
   * The format to call a model in for a caller of an API: the caller's own, else Claude's own for
   * Claude, since no other carries its cache markers and seals, else the preferred.
   */
  public final Dialect dialect(Api api, String upstreamModel) {
    List<Dialect> spoken = dialects(upstreamModel);
    Dialect same = api.dialect();
    if (same != null && spoken.contains(same)) {
      return same;
    }
    boolean claude = spoken.contains(Dialect.MESSAGES) && CacheFacts.isClaude(upstreamModel);
    return claude ? Dialect.MESSAGES : spoken.get(0);
  }

  /**
   * How a model is called.
   *
   * @param dialect one of its formats
   * @param stream whether the answer is to be a stream
   * @param path the route under the format's plain API, with the query if there is one: as the
   *     caller has it, or {@link Dialect#path}
   */
  public abstract UpstreamCall call(
      Dialect dialect, String upstreamModel, boolean stream, String path);

  /**
   * Writes into a request's headers what the provider needs to know the account.
   *
   * @return null where that is done; else it is done when this succeeds, on the context of the
   *     caller; it fails with a {@link CredentialException}
   */
  public abstract @Nullable Future<Void> authorize(UpstreamRequest request);

  /**
   * Tells the provider's own router by its header, where it has one, what session a request belongs
   * to. What the caller says stays.
   *
   * @param headers the outgoing headers
   */
  public final void tellSession(MultiMap headers, SessionKey session, CredentialConfig account) {
    StickyInput sticky = config.preset().sticky();
    String header = sticky.header();
    if (header != null && !headers.contains(header)) {
      String fixed = sticky.value();
      headers.set(header, fixed == null ? sessions.of(session, account) : fixed);
    }
  }

  /**
   * The same in a body that is ours to write: the {@code prompt_cache_key} of a translated request
   * whose caller gave none.
   *
   * @return null where the provider takes none in this format
   */
  public final @Nullable String promptCacheKey(
      Dialect dialect, SessionKey session, CredentialConfig account) {
    return config.preset().sticky().promptCacheKey().contains(dialect)
        ? sessions.of(session, account)
        : null;
  }

  /**
   * Whether the provider's own API wants a header that names a session; such headers go nowhere
   * else (contract, section 4).
   *
   * @param name the header's lower-case name
   */
  public boolean wantsSessionHeader(String name) {
    return name.equals(config.preset().sticky().header());
  }
}

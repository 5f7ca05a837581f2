package dev.mooring.gateway.provider;

import dev.mooring.affinity.CacheFacts;
import dev.mooring.gateway.api.BodyShape;
import dev.mooring.gateway.api.Framing;
import dev.mooring.gateway.api.PlainShape;
import dev.mooring.gateway.config.CloudIdentity;
import dev.mooring.gateway.config.CloudIdentity.AwsChain;
import dev.mooring.gateway.config.CloudIdentity.AwsKeys;
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
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Amazon Bedrock: Converse for every model, and for Claude the Messages that it takes. Requests are
 * signed, or carry a bearer key.
 */
final class BedrockProvider extends Provider {
  private static final List<Dialect> CLAUDE = List.of(Dialect.MESSAGES, Dialect.CONVERSE);
  private static final List<Dialect> OTHERS = List.of(Dialect.CONVERSE);
  private static final BodyShape MESSAGES =
      new BodyShape.CloudMessages("bedrock-2023-05-31", Set.of("model", "stream"), true);
  private static final String STREAM = "-stream";
  private static final String FRAMES = "application/vnd.amazon.eventstream";

  private final String authority;
  private final InstantSource clock;
  private final Map<CloudIdentity, Signing> signings = new HashMap<>();

  /**
   * How one identity signs.
   *
   * @param keys hands its keys to a consumer: as {@link Renewed#use}
   */
  private record Signing(
      AwsSigner signer, Function<Consumer<AwsKeys>, @Nullable Future<Void>> keys) {}

  BedrockProvider(ProviderConfig config) {
    this(config, InstantSource.system());
  }

  /** One with a clock of its own. */
  BedrockProvider(ProviderConfig config, InstantSource clock) {
    super(config);
    this.clock = clock;
    boolean usual = port() == (tls() ? 443 : 80);
    this.authority = usual ? host() : host() + ":" + port();
    for (CredentialConfig credential : config.credentials()) {
      if (credential.identity() instanceof CloudIdentity.Aws identity) {
        signings.computeIfAbsent(identity, key -> signing(identity, credential.id()));
      }
    }
  }

  @Override
  public List<Dialect> dialects(String upstreamModel) {
    return CacheFacts.isClaude(upstreamModel) ? CLAUDE : OTHERS;
  }

  @Override
  public boolean hasSideRoutes() {
    return false;
  }

  @Override
  public UpstreamCall call(Dialect dialect, String upstreamModel, boolean stream, String path) {
    String model = pathPrefix() + "/model/" + PathSegment.of(upstreamModel);
    String way = stream ? "-with-response" + STREAM : "";
    return dialect == Dialect.MESSAGES
        ? new UpstreamCall(dialect, model + "/invoke" + way, Framing.MESSAGES_FRAMES, MESSAGES)
        : new UpstreamCall(
            dialect,
            model + "/converse" + (stream ? STREAM : ""),
            Framing.CONVERSE_FRAMES,
            PlainShape.IN_PATH);
  }

  @Override
  public @Nullable Future<Void> authorize(UpstreamRequest request) {
    boolean stream = request.target().endsWith(STREAM);
    request.headers().set(HttpHeaders.ACCEPT, stream ? FRAMES : "application/json");
    Signing signing =
        request.credential().identity() instanceof CloudIdentity.Aws identity
            ? signings.get(identity)
            : null;
    if (signing == null) {
      OpenAiProvider.bearer(request);
      return null;
    }
    AwsSigner signer = signing.signer();
    return signing.keys().apply(keys -> signer.sign(request, authority, keys, clock.instant()));
  }

  private Signing signing(CloudIdentity.Aws identity, String credential) {
    String region = config().cloud().region();
    AwsSigner signer = new AwsSigner(region, "bedrock");
    if (identity instanceof AwsKeys keys) {
      return new Signing(
          signer,
          consumer -> {
            consumer.accept(keys);
            return null;
          });
    }
    AwsCredentials source = new AwsCredentials((AwsChain) identity, region, clock);
    String name = id() + "/" + credential;
    Renewed<AwsKeys> found = new Renewed<>(name, source, TokenThreads.POOL, clock);
    return new Signing(signer, found::use);
  }
}

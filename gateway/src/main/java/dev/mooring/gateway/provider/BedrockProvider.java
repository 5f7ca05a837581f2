package dev.mooring.gateway.provider;

import dev.mooring.affinity.CacheFacts;
import dev.mooring.gateway.api.BodyShape;
import dev.mooring.gateway.api.Framing;
import dev.mooring.gateway.api.PlainShape;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.config.ProviderConfig;
import io.vertx.core.Future;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Amazon Bedrock: Converse for every model, and for Claude the Messages that it takes. */
final class BedrockProvider extends Provider {
  private static final List<Dialect> CLAUDE = List.of(Dialect.MESSAGES, Dialect.CONVERSE);
  private static final List<Dialect> OTHERS = List.of(Dialect.CONVERSE);
  private static final BodyShape MESSAGES =
      new BodyShape.CloudMessages("bedrock-2023-05-31", Set.of("model", "stream"), true);

  BedrockProvider(ProviderConfig config) {
    super(config);
  }

  @Override
  public List<Dialect> dialects(String upstreamModel) {
    return CacheFacts.isClaude(upstreamModel) ? CLAUDE : OTHERS;
  }

  @Override
  public UpstreamCall call(Dialect dialect, String upstreamModel, boolean stream, String path) {
    String model = pathPrefix() + "/model/" + PathSegment.of(upstreamModel);
    return dialect == Dialect.MESSAGES
        ? new UpstreamCall(
            dialect,
            model + (stream ? "/invoke-with-response-stream" : "/invoke"),
            Framing.MESSAGES_FRAMES,
            MESSAGES)
        : new UpstreamCall(
            dialect,
            model + (stream ? "/converse-stream" : "/converse"),
            Framing.CONVERSE_FRAMES,
            PlainShape.IN_PATH);
  }

  @Override
  public @Nullable Future<Void> authorize(UpstreamRequest request) {
    OpenAiProvider.bearer(request);
    return null;
  }
}

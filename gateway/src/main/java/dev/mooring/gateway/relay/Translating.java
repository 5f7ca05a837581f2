package dev.mooring.gateway.relay;

import dev.mooring.affinity.SessionKey;
import dev.mooring.gateway.api.BodyShape;
import dev.mooring.gateway.api.CacheMarking;
import dev.mooring.gateway.api.Envelope;
import dev.mooring.gateway.api.Pieces;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.provider.UpstreamCall;
import dev.mooring.gateway.translate.TranslatedRequest;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The translation of a request for one candidate. Runs on any one thread; what it warns of is told
 * when it is done.
 */
final class Translating implements Callable<Outbound>, WarningSink {
  /** Above this a prompt is translated off the event loop. */
  private static final int MANY_TOKENS = 64 * 1024;

  private final Envelope envelope;
  private final Api api;
  private final Source source;
  private final UpstreamCall call;
  private final @Nullable SessionKey session;
  private final Target target;
  private final List<Warning> warnings = new ArrayList<>(0);
  private @Nullable TranslatedRequest request;

  /**
   * What of the caller's body is translated.
   *
   * @param strippedItems how many items of state that one account holds are left out
   * @param marking the cache markers that are put in; null for none
   */
  record Source(int strippedItems, @Nullable CacheMarking marking) {}

  private record Warning(String feature, String details) {}

  /**
   * @param known the same source as it was read before; null where it was not
   */
  Translating(
      Envelope envelope,
      Api api,
      Source source,
      @Nullable TranslatedRequest known,
      UpstreamCall call,
      @Nullable SessionKey session,
      Target target) {
    this.envelope = envelope;
    this.api = api;
    this.source = source;
    this.request = known;
    this.call = call;
    this.session = session;
    this.target = target;
  }

  /** Whether it may take too long for an event loop. */
  boolean heavy() {
    return envelope.promptTokens() > MANY_TOKENS;
  }

  /** What is translated. */
  Source source() {
    return source;
  }

  /** Who is to get it. */
  Target target() {
    return target;
  }

  /** The request as it was read; null before. */
  @Nullable TranslatedRequest request() {
    return request;
  }

  /**
   * Translates.
   *
   * @throws dev.mooring.gateway.api.InvalidRequestException where the candidate cannot be asked for
   *     what the request needs
   */
  @Override
  public Outbound call() {
    TranslatedRequest read = request;
    if (read == null) {
      byte[] body = envelope.translatable(source.strippedItems(), source.marking());
      read = new TranslatedRequest(api, body, this);
      request = read;
    }
    byte[] body = read.body(call.dialect(), target, this);
    if (call.shape() instanceof BodyShape.CloudMessages) {
      body =
          Envelope.read(Api.MESSAGES, body)
              .upstreamBody(target.model(), false, false, null, call.shape());
    }
    return new Outbound(call, Pieces.of(body), read, session);
  }

  @Override
  public void unsupported(String feature, String details) {
    warnings.add(new Warning(feature, details));
  }

  /** Tells what could not be carried. */
  void tell(RoutingReport report) {
    for (Warning warning : warnings) {
      report.warn("unsupported", warning.feature(), warning.details());
    }
  }
}

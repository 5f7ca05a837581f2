package dev.mooring.gateway.relay;

import dev.mooring.affinity.SessionKey;
import dev.mooring.gateway.api.CacheMarking;
import dev.mooring.gateway.api.Envelope;
import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.api.Pieces;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.config.ProviderConfig;
import dev.mooring.gateway.provider.UpstreamCall;
import dev.mooring.gateway.routing.ModelPlan;
import dev.mooring.gateway.routing.PlanCandidate;
import dev.mooring.gateway.routing.RoutingTrail;
import dev.mooring.gateway.translate.TranslatedAnswer;
import dev.mooring.gateway.translate.TranslatedRequest;
import dev.mooring.gateway.translate.model.Target;
import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a request's candidates are sent: the caller's body as each is to get it, with cache markers
 * where they are wanted, and from some point on without the state that only one account can read.
 */
final class Outgoing {
  private static final Logger LOG = LoggerFactory.getLogger(Outgoing.class);

  private final Node node;
  private final Inbound inbound;
  private final ContinuityGuard continuity;
  private final RoutingReport report;
  private final RoutingTrail trail;
  private final @Nullable SessionKey session;
  private boolean stripped;
  private boolean shortened;
  private Translating.@Nullable Source translatedSource;
  private @Nullable TranslatedRequest translated;

  /**
   * @param session what a provider's own router is told; null where it is told nothing
   */
  Outgoing(
      Node node,
      Inbound inbound,
      ContinuityGuard continuity,
      RoutingReport report,
      RoutingTrail trail,
      @Nullable SessionKey session) {
    this.node = node;
    this.inbound = inbound;
    this.continuity = continuity;
    this.report = report;
    this.trail = trail;
    this.session = session;
  }

  /** Hears how a candidate gets the request; called once, on the event loop. */
  interface Ready {
    /** It can be sent. */
    void prepared(Outbound outbound);

    /** The candidate cannot be asked for what the request needs. */
    void unfit(InvalidRequestException why);

    /** A fault of ours was met. */
    void faulted();
  }

  /**
   * Prepares the request for a candidate of a model's plan, at once where that takes no time.
   *
   * @param ready hears of it, even where the request has ended meanwhile
   */
  void prepare(Vertx vertx, ModelPlan plan, PlanCandidate candidate, Ready ready) {
    if (continuity.mustStrip(candidate)) {
      strip();
    }
    int strippedItems = stripped ? Envelope.ALL_STATE : foreignItems(candidate);
    CacheMarking marking = PromptCaching.of(node.facts(), inbound, plan.model(), candidate);
    if (marking != null) {
      marked(marking, candidate);
    }
    UpstreamCall call = inbound.call(candidate);
    Api api = inbound.operation().api();
    if (api == null || api.dialect() == call.dialect()) {
      ready.prepared(
          new Outbound(call, passing(candidate, strippedItems, marking, call), null, session));
      return;
    }
    Translating.Source source = new Translating.Source(strippedItems, marking);
    TranslatedRequest known = source.equals(translatedSource) ? translated : null;
    Translating translating =
        new Translating(
            inbound.envelope(),
            api,
            source,
            known,
            call,
            session,
            target(candidate, call.dialect()));
    if (translating.heavy()) {
      vertx
          .executeBlocking(translating, false)
          .onComplete(done -> conclude(translating, done.result(), done.cause(), ready));
      return;
    }
    Outbound outbound = null;
    Throwable cause = null;
    try {
      outbound = translating.call();
    } catch (InvalidRequestException e) {
      cause = e;
    }
    conclude(translating, outbound, cause, ready);
  }

  private void conclude(
      Translating done, @Nullable Outbound outbound, @Nullable Throwable cause, Ready ready) {
    translatedSource = done.source();
    translated = done.request();
    done.tell(report);
    if (outbound != null) {
      ready.prepared(outbound);
    } else if (cause instanceof InvalidRequestException unfit) {
      String model = done.target().model();
      String why = unfit.message();
      trail.add("translation", () -> model + " cannot be asked: " + why);
      ready.unfit(unfit);
    } else {
      LOG.error("the translation of request {} met a fault", inbound.id(), cause);
      ready.faulted();
    }
  }

  private Pieces passing(
      PlanCandidate candidate,
      int strippedItems,
      @Nullable CacheMarking marking,
      UpstreamCall call) {
    return inbound
        .envelope()
        .upstreamPieces(
            candidate.upstreamModel(),
            injectsUsage(candidate),
            strippedItems,
            marking,
            call.shape());
  }

  private Target target(PlanCandidate candidate, Dialect dialect) {
    ProviderConfig config = candidate.upstream().config();
    return new Target(
        candidate.upstreamModel(),
        config.preset().name(),
        session == null
            ? null
            : candidate.upstream().promptCacheKey(dialect, session, candidate.account()),
        config.preset().dropFields(),
        config.streamUsage());
  }

  /** The form of a candidate's answer on its way back. */
  AnswerForm answer(Outbound outbound, PlanCandidate candidate) {
    TranslatedRequest request = outbound.translation();
    boolean usage = request != null || injectsUsage(candidate);
    return new AnswerForm(
        outbound.call().framing(),
        request == null ? null : way(request, outbound),
        usage && !inbound.envelope().usageRequested());
  }

  private TranslatedAnswer way(TranslatedRequest request, Outbound outbound) {
    return request.answer(
        outbound.call().dialect(),
        inbound.envelope().model(),
        inbound.id().replace("req_", ""),
        node.clock().instant(),
        inbound.envelope().callerVersion(),
        report.warnings());
  }

  private void marked(CacheMarking marking, PlanCandidate candidate) {
    trail.add(
        "prompt caching",
        () ->
            "Cache markers were put in for "
                + candidate.provider()
                + (marking.oneHour() ? ", for an hour." : "."));
    if (!shortened && PromptCaching.shortened(inbound, marking)) {
      shortened = true;
      report.warn(
          "unsupported",
          "cache_ttl",
          "The model keeps no cache for an hour; the default lifetime was used.");
    }
  }

  /** Strips the state from here on; false where there is none, or it is gone already. */
  boolean strip() {
    if (stripped || !inbound.envelope().hasStrippableState()) {
      return false;
    }
    stripped = true;
    continuity.strips();
    report.warn(
        "other",
        "continuity",
        "The account that holds this conversation's reasoning cannot serve; the request was sent"
            + " elsewhere without its encrypted reasoning and thinking blocks.");
    return true;
  }

  /** How many of the first items of state are left out since the candidate cannot read them. */
  private int foreignItems(PlanCandidate candidate) {
    int foreign = continuity.unreadable(candidate);
    if (foreign > 0) {
      trail.add(
          "continuity",
          () -> foreign + " items of another account's state are left out for " + candidate);
      report.warn(
          "other",
          "continuity",
          "This conversation was moved to another account before; the encrypted reasoning and"
              + " thinking blocks from before that were left out.");
    }
    return foreign;
  }

  private boolean injectsUsage(PlanCandidate candidate) {
    return inbound.operation() == Operation.CHAT_COMPLETIONS
        && inbound.envelope().stream()
        && candidate.upstream().config().streamUsage();
  }
}

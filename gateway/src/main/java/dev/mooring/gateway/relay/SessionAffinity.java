package dev.mooring.gateway.relay;

import dev.mooring.affinity.ClientScope;
import dev.mooring.affinity.Eligibility;
import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.Promoter;
import dev.mooring.affinity.Promotion;
import dev.mooring.affinity.Session;
import dev.mooring.affinity.SessionEvidence;
import dev.mooring.affinity.SessionIdentifier;
import dev.mooring.affinity.SessionKey;
import dev.mooring.gateway.api.Envelope;
import dev.mooring.gateway.config.CredentialConfig;
import dev.mooring.gateway.routing.ModelPlan;
import dev.mooring.gateway.routing.PlanCandidate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The session of one request, what it remembers, and the plan that follows from it. */
final class SessionAffinity {
  private static final Set<String> OFF = Set.of("off", "false", "0");

  private final Inbound inbound;
  private final Node node;
  private final Session session;
  private final boolean off;
  private final Map<String, PinState> states = new HashMap<>(2);
  private boolean unread;

  private SessionAffinity(Inbound inbound, Node node, Session session, boolean off) {
    this.inbound = inbound;
    this.node = node;
    this.session = session;
    this.off = off;
  }

  /** Finds the session that a request belongs to. */
  static SessionAffinity of(Inbound inbound, Node node) {
    Envelope envelope = inbound.envelope();
    ClientScope scope = inbound.caller().scope();
    SessionEvidence evidence =
        new SessionEvidence(
            inbound::header,
            envelope.options().sessionId(),
            envelope.sessionIdField(),
            envelope.promptCacheKey(),
            envelope.metadataUserId(),
            () -> envelope.fingerprint(scope.team()));
    return new SessionAffinity(
        inbound, node, SessionIdentifier.identify(scope, evidence), off(inbound));
  }

  private static boolean off(Inbound inbound) {
    if (!inbound.envelope().options().sessionAffinity()
        || !inbound.catalog().config().affinity().enabled()) {
      return true;
    }
    String header = inbound.header("x-bf-session-affinity");
    return header != null && OFF.contains(header.toLowerCase(Locale.ROOT));
  }

  Session session() {
    return session;
  }

  /** What weighted choices are drawn from; null when the caller opted out: then at random. */
  @Nullable Session choosesBy() {
    return off ? null : session;
  }

  /** What a provider's own router is told; null where the request opted out. */
  @Nullable SessionKey told() {
    return off ? null : session.key();
  }

  /**
   * Reads the session's pins for the models of a plan, in one step; where the store cannot answer,
   * the request goes on as if there were none.
   */
  CompletionStage<Void> read(List<ModelPlan> plans) {
    List<String> models = new ArrayList<>(plans.size());
    for (ModelPlan plan : plans) {
      if (eligibility(plan) == Eligibility.ON) {
        models.add(plan.model().id());
      }
    }
    if (models.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    return node.pins()
        .read(session.key(), models)
        .handle(
            (found, failure) -> {
              if (failure != null) {
                node.metrics().affinity().readFailed();
                unread = true;
                return null;
              }
              for (int i = 0; i < models.size(); i++) {
                states.put(models.get(i), found.get(i));
              }
              return null;
            });
  }

  /** Whether the store could not say what the session remembers. */
  boolean unread() {
    return unread;
  }

  /** What the session remembered of a model when it was read. */
  PinState state(ModelPlan plan) {
    return state(plan.model().id());
  }

  /** The same, by the gateway's id of the model. */
  PinState state(String model) {
    return states.getOrDefault(model, PinState.ABSENT);
  }

  /** Where in a model's plan the candidate of its credential pin stands; -1 where it has none. */
  int pinned(ModelPlan plan, List<PlanCandidate> candidates) {
    if (!(state(plan) instanceof PinState.Pinned state)) {
      return -1;
    }
    for (int i = 0; i < candidates.size(); i++) {
      PlanCandidate candidate = candidates.get(i);
      if (candidate.provider().equals(state.pin().provider())
          && candidate.credential().equals(state.pin().credential())
          && candidate.upstreamModel().equals(state.pin().upstreamModel())) {
        return i;
      }
    }
    return -1;
  }

  /** Applies the pin to a plan. */
  Promotion<PlanCandidate> promote(ModelPlan plan) {
    return Promoter.promote(plan.candidates(), state(plan), eligibility(plan), this::cacheScope);
  }

  /** The cache scope of a pin's credential; null where it names none, or one that is gone. */
  @Nullable String cacheScope(Pin pin) {
    String id = pin.credential();
    CredentialConfig credential =
        id == null ? null : inbound.catalog().credential(pin.provider(), id);
    return credential == null ? null : credential.cacheScope();
  }

  /** The plan of a request that has no session. */
  static Promotion<PlanCandidate> unaffected(ModelPlan plan) {
    return Promoter.promote(
        plan.candidates(), PinState.ABSENT, Eligibility.MODE_OFF, unused -> null);
  }

  /** Whether the pin of a plan's model may be read: the smallest minimum of the targets counts. */
  private Eligibility eligibility(ModelPlan plan) {
    if (off) {
      return Eligibility.MODE_OFF;
    }
    if (!session.source().selfIdentified()) {
      return Eligibility.ON;
    }
    int smallest = Integer.MAX_VALUE;
    for (PlanCandidate candidate : plan.candidates()) {
      CacheRules.Rule rule = CacheRules.of(node.facts(), plan.model(), candidate);
      if (rule.supported()) {
        smallest = Math.min(smallest, rule.minTokens());
      }
    }
    if (smallest == Integer.MAX_VALUE) {
      return Eligibility.NOT_CACHE_CAPABLE;
    }
    return inbound.envelope().promptTokens() < smallest
        ? Eligibility.BELOW_MIN_PREFIX
        : Eligibility.ON;
  }

  /** Whether a turn that this candidate serves may write a pin. */
  boolean mayWrite(ModelPlan plan, PlanCandidate candidate) {
    if (off) {
      return false;
    }
    if (!session.source().selfIdentified()) {
      return true;
    }
    CacheRules.Rule rule = CacheRules.of(node.facts(), plan.model(), candidate);
    return rule.supported() && inbound.envelope().promptTokens() >= rule.minTokens();
  }
}

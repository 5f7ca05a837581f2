package dev.mooring.gateway.relay;

import dev.mooring.affinity.CacheFacts;
import dev.mooring.affinity.Session;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionSource;
import dev.mooring.affinity.cache.CacheFinding;
import dev.mooring.affinity.cache.CacheHistory;
import dev.mooring.affinity.cache.CacheUse;
import dev.mooring.affinity.cache.LearnedLifetimes.Cache;
import dev.mooring.gateway.api.CacheMarking;
import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.ModelConfig;
import dev.mooring.gateway.routing.PlanCandidate;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a turn teaches of its session's caches: once its answer has ended its usage is held against
 * what the session's turns before it left, wherever they were served. Nothing waits for it.
 */
final class CacheLesson {
  /** Of a prompt that is cached without being told so, this share may not be: steps of 128. */
  private static final int UNTOLD = 8;

  private final Node node;
  private final Inbound inbound;
  private final RoutingReport report;
  private final Session session;
  private @Nullable Instant sentAt;

  private CacheLesson(Node node, Inbound inbound, RoutingReport report, Session session) {
    this.node = node;
    this.inbound = inbound;
    this.report = report;
    this.session = session;
  }

  /**
   * The lesson of a turn; null where the request is none, or its caller opted out.
   *
   * @param keeper keeps the session's pin; null where the request writes none
   */
  static @Nullable CacheLesson of(
      Node node, Inbound inbound, RoutingReport report, @Nullable PinKeeper keeper) {
    Session session = keeper == null ? null : keeper.remembered();
    return session == null ? null : new CacheLesson(node, inbound, report, session);
  }

  /**
   * A provider has accepted the turn.
   *
   * @param sinceSent the time since the request was sent to it
   */
  void accepted(Duration sinceSent) {
    sentAt = node.clock().instant().minus(sinceSent);
  }

  /**
   * The accepted turn is over.
   *
   * @param usage what its whole answer told; null where that is not known
   */
  void ended(PlanCandidate candidate, @Nullable Usage usage) {
    Instant sent = sentAt;
    ModelConfig model = report.plan().model();
    CacheRules.Rule rule = CacheRules.of(node.facts(), model, candidate);
    if (sent == null || !rule.supported()) {
      return;
    }
    int opening =
        session.source() == SessionSource.FINGERPRINT
            ? 0
            : CacheUse.hash(inbound.envelope().opening());
    if (usage == null || usage.input() == 0) {
      forget(node, session.key(), CacheUse.hash(model.id()), opening);
      return;
    }
    CacheUse turn = use(model, opening, candidate, sent, usage, rule);
    Lesson lesson =
        new Lesson(
            node,
            session.key(),
            model.id(),
            new Cache(candidate.provider(), candidate.upstreamModel(), null),
            turn,
            usage.cacheRead(),
            rule.minTokens());
    node.record().cache(session.key()).thenAccept(lesson::learn);
  }

  /** Nothing is known of the turn but that it may have renewed what the one before left. */
  private static void forget(Node node, SessionKey session, int model, int opening) {
    node.record()
        .cache(session)
        .thenAccept(
            history -> {
              CacheHistory rest = history.without(model, opening);
              if (!rest.equals(history)) {
                node.record().keepCache(session, rest);
              }
            });
  }

  /**
   * What is held against the history: nothing of the request, since the record may answer late, or
   * never.
   *
   * @param model the gateway's id of the model
   * @param read the tokens that were read from the cache
   * @param minTokens the shortest prompt that the provider caches
   */
  private record Lesson(
      Node node,
      SessionKey session,
      String model,
      Cache cache,
      CacheUse turn,
      long read,
      long minTokens) {
    void learn(CacheHistory history) {
      CacheFinding finding = history.judge(turn, read, minTokens);
      node.record().keepCache(session, history.after(turn, finding.miss()));
      if (finding.miss() != null) {
        node.metrics().affinity().missed(cache.provider(), model, finding.miss());
      }
      CacheFinding.Gap gap = finding.gap();
      if (gap != null
          && node.lifetimes().learn(cache.provider(), cache.upstreamModel(), gap)
          && !gap.before().asked()) {
        show();
      }
    }

    /** Shows what is learned of the cache from now on. */
    private void show() {
      node.metrics()
          .gauge(
              "mooring.cache.learned.lifetime.seconds",
              "How long a provider's cache of a model lasts after its last use, as answers told",
              node.lifetimes(),
              lifetimes -> {
                Duration estimate = lifetimes.of(cache).estimate();
                return estimate == null ? Double.NaN : (double) estimate.toSeconds();
              },
              "provider",
              cache.provider(),
              "model",
              cache.upstreamModel());
    }
  }

  private CacheUse use(
      ModelConfig model,
      int opening,
      PlanCandidate candidate,
      Instant sent,
      Usage usage,
      CacheRules.Rule rule) {
    CacheMarking marking = PromptCaching.of(node.facts(), inbound, model, candidate);
    Duration asked = CacheRules.requested(inbound.envelope(), model, candidate, marking);
    return new CacheUse(
        CacheUse.hash(model.id()),
        opening,
        CacheUse.hash(candidate.provider(), candidate.cacheScope(), candidate.upstreamModel()),
        sent,
        usage.input(),
        cached(candidate, usage, rule),
        asked == null
            ? CacheRules.lifetime(
                node,
                inbound.catalog().config().affinity(),
                candidate.upstream().config(),
                candidate.upstreamModel())
            : asked,
        asked != null);
  }

  /**
   * How much of the prompt the provider now has in its cache. One that tells of reading only, and
   * is known to, has all of it but for the rest of its last step.
   */
  private long cached(PlanCandidate candidate, Usage usage, CacheRules.Rule rule) {
    boolean tellsWrites = CacheFacts.isClaude(candidate.upstreamModel()) || usage.cacheWrite() > 0;
    if (tellsWrites) {
      return usage.cacheRead() + usage.cacheWrite();
    }
    boolean tellsReads =
        usage.cacheRead() > 0
            || node.lifetimes().everRead(candidate.provider(), candidate.upstreamModel());
    return tellsReads && usage.input() >= rule.minTokens()
        ? usage.input() - usage.input() / UNTOLD
        : 0;
  }
}

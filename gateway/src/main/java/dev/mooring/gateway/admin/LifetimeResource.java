package dev.mooring.gateway.admin;

import dev.mooring.affinity.cache.Gaps;
import dev.mooring.gateway.relay.CacheLifetimes;
import dev.mooring.gateway.relay.Node;
import io.vertx.ext.web.Router;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How long providers' caches last, as known and as learned: {@code /admin/v1/lifetimes}. */
final class LifetimeResource {
  private static final double MILLIS = 1000;

  private final NodeView view;
  private final Node node;

  LifetimeResource(NodeView view, Node node) {
    this.view = view;
    this.node = node;
  }

  private record LifetimesView(boolean learnLifetimes, List<LifetimeView> lifetimes) {}

  /** {@code CacheLifetime} of the admin API. */
  record LifetimeView(
      String provider,
      String model,
      @Nullable Long askedSeconds,
      long knownSeconds,
      String knownFrom,
      long inForceSeconds,
      int samples,
      @Nullable Double longestReadSeconds,
      @Nullable Double shortestExpiredSeconds,
      @Nullable Long estimateSeconds,
      @Nullable Boolean estimateIsLeast,
      @Nullable SuggestionView suggestion) {}

  /** {@code LifetimeSuggestion} of the admin API. */
  record SuggestionView(long lifetimeSeconds, String known, int gaps, int agreeing) {}

  void mount(Router router) {
    router.get("/admin/v1/lifetimes").handler(at -> Answers.send(at.response(), all()));
  }

  private LifetimesView all() {
    return new LifetimesView(
        view.config().affinity().learnLifetimes(),
        CacheLifetimes.of(node, view.config()).stream().map(LifetimeResource::lifetime).toList());
  }

  private static LifetimeView lifetime(CacheLifetimes.Row row) {
    Gaps gaps = row.gaps();
    Duration asked = row.cache().asked();
    Duration estimate = gaps.estimate();
    return new LifetimeView(
        row.cache().provider(),
        row.cache().upstreamModel(),
        asked == null ? null : asked.toSeconds(),
        row.known().toSeconds(),
        row.source().name().toLowerCase(Locale.ROOT),
        row.inForce().toSeconds(),
        gaps.samples(),
        seconds(gaps.longestRead()),
        seconds(gaps.shortestExpired()),
        estimate == null ? null : estimate.toSeconds(),
        estimate == null ? null : !gaps.bounded(),
        suggestion(gaps.suggestion(row.known())));
  }

  private static @Nullable SuggestionView suggestion(Gaps.@Nullable Suggestion said) {
    return said == null
        ? null
        : new SuggestionView(
            said.lifetime().toSeconds(),
            said.tooShort() ? "too_short" : "too_long",
            said.gaps(),
            said.agreeing());
  }

  private static @Nullable Double seconds(@Nullable Duration duration) {
    return duration == null ? null : (double) duration.toMillis() / MILLIS;
  }
}

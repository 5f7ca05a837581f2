package dev.mooring.gateway.admin;

import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.record.Turn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code Turn} of the admin API. */
record TurnView(
    String time,
    String requestId,
    String session,
    @Nullable String sessionId,
    String sessionSource,
    String team,
    @Nullable String key,
    String api,
    String model,
    @Nullable String provider,
    @Nullable String credential,
    @Nullable String upstreamModel,
    @Nullable String reason,
    @Nullable String outcome,
    @Nullable String pinnedProvider,
    @Nullable String displacedProvider,
    boolean moved,
    @Nullable Place movedFrom,
    @Nullable Long inputTokens,
    @Nullable Long cachedTokens,
    @Nullable Long writtenTokens,
    @Nullable Long outputTokens,
    @Nullable Double costUsd,
    @Nullable Double savedUsd,
    @Nullable Double keptUsd,
    int status,
    long latencyMillis,
    @Nullable String error,
    @Nullable List<TrailLine> trail) {

  /** {@code Place} of the admin API. */
  record Place(String provider, @Nullable String credential) {}

  /** {@code TrailLine} of the admin API. */
  record TrailLine(String model, String stage, String text) {}

  /** A turn without its trail, as lists show it. */
  static TurnView brief(Turn turn) {
    return of(turn, null);
  }

  /** A turn with its trail. */
  static TurnView whole(Turn turn) {
    return of(
        turn,
        turn.trail().stream()
            .map(line -> new TrailLine(line.model(), line.stage(), line.text()))
            .toList());
  }

  private static TurnView of(Turn turn, @Nullable List<TrailLine> trail) {
    Turn.Who who = turn.who();
    Turn.Served served = turn.served();
    Turn.Affinity affinity = turn.affinity();
    Turn.Place from = affinity == null ? null : affinity.movedFrom();
    Usage usage = served == null ? null : served.usage();
    Turn.Money money = served == null ? null : served.cost();
    return new TurnView(
        turn.time().toString(),
        turn.requestId(),
        who.session(),
        who.sessionId(),
        who.source(),
        who.team(),
        who.key(),
        turn.api(),
        turn.model(),
        served == null ? null : served.provider(),
        served == null ? null : served.credential(),
        served == null ? null : served.upstreamModel(),
        served == null ? null : served.reason(),
        affinity == null ? null : affinity.outcome(),
        affinity == null ? null : affinity.pinnedProvider(),
        affinity == null ? null : affinity.displacedProvider(),
        turn.moved(),
        from == null ? null : new Place(from.provider(), from.credential()),
        usage == null ? null : usage.input(),
        usage == null ? null : usage.cacheRead(),
        usage == null ? null : usage.cacheWrite(),
        usage == null ? null : usage.output(),
        money == null ? null : money.cost(),
        money == null ? null : money.saved(),
        money == null ? null : money.kept(),
        turn.status(),
        turn.latency().toMillis(),
        turn.error(),
        trail);
  }
}

package dev.mooring.gateway.limits;

import dev.mooring.affinity.limit.Charge;
import dev.mooring.affinity.limit.Counter;
import dev.mooring.affinity.limit.LimitStore;
import dev.mooring.affinity.limit.LimitStore.Decision;
import dev.mooring.affinity.limit.LimitStore.Reservation;
import dev.mooring.gateway.config.ClientKeyConfig;
import dev.mooring.gateway.config.TeamConfig;
import dev.mooring.gateway.routing.RoutingTrail;
import dev.mooring.gateway.telemetry.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one request takes of its caller's limits: reserved before its first call, settled when it is
 * over. Where no limit holds for the caller the store is not asked. Lives on one event loop.
 */
public final class Tab {
  private static final Logger LOG = LoggerFactory.getLogger(Tab.class);

  private final LimitStore store;
  private final Metrics metrics;
  private final String team;
  private final String keyId;
  private final List<Limit> limits;
  private @Nullable Reservation reservation;
  private @Nullable Refusal refusal;
  private Use used = Use.NOTHING;
  private boolean closed;

  private Tab(LimitStore store, Metrics metrics, String team, String keyId, List<Limit> limits) {
    this.store = store;
    this.metrics = metrics;
    this.team = team;
    this.keyId = keyId;
    this.limits = limits;
  }

  /**
   * Opens the tab of a request.
   *
   * @param teamId the caller's team
   * @param team its configuration; null where none is configured
   * @param key the caller's key; null where none is configured
   * @param spends false for a request that uses neither tokens nor money: it counts as a request
   */
  public static Tab open(
      LimitStore store,
      Metrics metrics,
      String teamId,
      @Nullable TeamConfig team,
      @Nullable ClientKeyConfig key,
      boolean spends) {
    List<Limit> limits = Limit.of(team, key);
    if (!spends) {
      limits.removeIf(limit -> limit.unit() != Limit.Unit.REQUESTS);
    }
    return new Tab(store, metrics, teamId, key == null ? "" : key.id(), limits);
  }

  /** Whether no limit holds. */
  public boolean unlimited() {
    return limits.isEmpty();
  }

  /**
   * Reserves what a request may use; completes when it is known whether it may be made.
   *
   * @param trail gets a line of it
   */
  public CompletionStage<Void> reserve(Use estimate, RoutingTrail trail) {
    List<Charge> charges = new ArrayList<>(limits.size());
    for (Limit limit : limits) {
      long amount = Math.min(Counter.MOST, estimate.of(limit.unit()));
      charges.add(new Charge(limit.counter(), amount, limit.unit() != Limit.Unit.REQUESTS));
    }
    if (charges.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    return store.reserve(team, charges).thenAccept(decision -> take(decision, estimate, trail));
  }

  /** Why the request may not be made; null where it may. */
  public @Nullable Refusal refusal() {
    return refusal;
  }

  /** The request has used this, so far: it takes the place of what was told before. */
  public void used(Use use) {
    used = use;
  }

  /** The request is over: what it did not use is given back. Closing it again does nothing. */
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    settle();
  }

  private void take(Decision decision, Use estimate, RoutingTrail trail) {
    if (decision instanceof Decision.Granted granted) {
      reservation = granted.reservation();
      trail.add("limits", () -> estimate.reserved(limits.size()));
      if (closed) {
        settle();
      }
    } else if (decision instanceof Decision.Refused refused) {
      Refusal told = Refusal.of(limits, refused.counts(), estimate);
      refusal = told;
      trail.add("limits", () -> told.error().message());
      for (int i = 0; i < limits.size(); i++) {
        if (refused.counts().get(i).refused()) {
          Limit limit = limits.get(i);
          metrics.limited(
              team, limit.level() == Limit.Level.KEY ? keyId : "", limit.unit().label());
        }
      }
    }
  }

  private void settle() {
    if (reservation == null) {
      return;
    }
    List<Long> amounts = new ArrayList<>(limits.size());
    for (Limit limit : limits) {
      amounts.add(Math.min(Counter.MOST, used.of(limit.unit())));
    }
    reservation
        .settle(amounts)
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                LOG.debug("a settlement waits for the store: {}", failure.toString());
              }
            });
  }
}

package dev.mooring.store.memory;

import dev.mooring.affinity.limit.Charge;
import dev.mooring.affinity.limit.LimitStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counters in the process, shared by all its threads. A team's counters have one lock, which is
 * held for no longer than it takes to add a few numbers. A process that dies takes its reservations
 * with it, so they have no lease.
 */
public final class MemoryLimitStore implements LimitStore {
  private final InstantSource clock;
  private final Map<String, TeamCounters> teams = new ConcurrentHashMap<>();

  /** A store without uses, by a clock that decides what has left a window. */
  public MemoryLimitStore(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public CompletionStage<Decision> reserve(String team, List<Charge> charges) {
    Instant now = clock.instant();
    return CompletableFuture.completedFuture(of(team).reserve(charges, now, this::settlement));
  }

  @Override
  public CompletionStage<Void> charge(String team, List<Charge> charges) {
    of(team).charge(charges, clock.instant());
    return CompletableFuture.completedFuture(null);
  }

  private TeamCounters of(String team) {
    return teams.computeIfAbsent(team, unused -> new TeamCounters());
  }

  private Reservation settlement(TeamCounters counters, List<Charge> charges, List<Long> steps) {
    return used -> {
      List<Long> differences = new ArrayList<>(charges.size());
      for (int i = 0; i < charges.size(); i++) {
        Charge charge = charges.get(i);
        differences.add(charge.estimate() ? used.get(i) - charge.amount() : 0);
      }
      counters.correct(charges, steps, differences, clock.instant());
      return CompletableFuture.completedFuture(null);
    };
  }
}

package dev.mooring.store.memory;

import dev.mooring.affinity.limit.Charge;
import dev.mooring.affinity.limit.Counter;
import dev.mooring.affinity.limit.LimitStore.Count;
import dev.mooring.affinity.limit.LimitStore.Decision;
import dev.mooring.affinity.limit.LimitStore.Reservation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The counters of one team; each call is one step that no other comes between. */
final class TeamCounters {
  private final Map<String, WindowUses> counters = new HashMap<>();

  /** Makes a reservation that knows in which step of its window each amount stands. */
  @FunctionalInterface
  interface Reserving {
    /** The reservation of amounts that have just been added. */
    Reservation of(TeamCounters counters, List<Charge> charges, List<Long> steps);
  }

  /** Reserves all or nothing. */
  synchronized Decision reserve(List<Charge> charges, Instant now, Reserving reserving) {
    List<Count> refusals = new ArrayList<>(charges.size());
    boolean refused = false;
    for (Charge charge : charges) {
      WindowUses uses = of(charge.counter());
      uses.drop(now);
      Count count = uses.fits(charge, now);
      refused |= count.refused();
      refusals.add(count);
    }
    if (refused) {
      return new Decision.Refused(List.copyOf(refusals));
    }
    List<Long> steps = new ArrayList<>(charges.size());
    List<Count> counts = new ArrayList<>(charges.size());
    for (Charge charge : charges) {
      WindowUses uses = of(charge.counter());
      steps.add(uses.add(charge.amount(), now));
      counts.add(uses.count(charge.counter().limit(), now));
    }
    return new Decision.Granted(
        reserving.of(this, List.copyOf(charges), List.copyOf(steps)), List.copyOf(counts));
  }

  /** Adds amounts whether they fit or not. */
  synchronized void charge(List<Charge> charges, Instant now) {
    for (Charge charge : charges) {
      of(charge.counter()).add(charge.amount(), now);
    }
  }

  /** Adds differences to the steps in which amounts stand, as far as these still count. */
  synchronized void correct(
      List<Charge> charges, List<Long> steps, List<Long> differences, Instant now) {
    for (int i = 0; i < charges.size(); i++) {
      WindowUses uses = of(charges.get(i).counter());
      uses.drop(now);
      uses.correct(steps.get(i), differences.get(i));
    }
  }

  private WindowUses of(Counter counter) {
    return counters.computeIfAbsent(
        counter.name() + ':' + counter.window().wireName(),
        unused -> new WindowUses(counter.window()));
  }
}

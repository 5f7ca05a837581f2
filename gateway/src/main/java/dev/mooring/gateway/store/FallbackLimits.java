package dev.mooring.gateway.store;

import dev.mooring.affinity.limit.Charge;
import dev.mooring.affinity.limit.LimitStore;
import dev.mooring.gateway.telemetry.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The shared counters and, while these do not answer, the node's own: no request is lost to an
 * outage, and each node still keeps to every limit by itself. What was used meanwhile is added to
 * the shared counters when they are back.
 *
 * @param local the node's own, one for all its event loops
 */
record FallbackLimits(LimitStore shared, LimitStore local, Metrics metrics) implements LimitStore {
  @Override
  public CompletionStage<Decision> reserve(String team, List<Charge> charges) {
    return shared
        .reserve(team, charges)
        .exceptionallyCompose(
            away -> {
              metrics.limitedAlone();
              return local
                  .reserve(team, charges)
                  .thenApply(decision -> shared(team, charges, decision));
            });
  }

  @Override
  public CompletionStage<Void> charge(String team, List<Charge> charges) {
    return shared.charge(team, charges);
  }

  /** The same decision, whose settlement tells the shared counters too. */
  private Decision shared(String team, List<Charge> charges, Decision decision) {
    if (!(decision instanceof Decision.Granted granted)) {
      return decision;
    }
    Reservation both =
        used ->
            granted
                .reservation()
                .settle(used)
                .thenCompose(done -> shared.charge(team, used(charges, used)));
    return new Decision.Granted(both, granted.counts());
  }

  private static List<Charge> used(List<Charge> charges, List<Long> used) {
    List<Charge> made = new ArrayList<>(charges.size());
    for (int i = 0; i < charges.size(); i++) {
      Charge charge = charges.get(i);
      long amount = charge.estimate() ? used.get(i) : charge.amount();
      made.add(new Charge(charge.counter(), amount, false));
    }
    return made;
  }
}

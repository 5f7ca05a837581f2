package dev.mooring.gateway.evaluate;

import dev.mooring.gateway.evaluate.TurnResult.Holder;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What goes wrong during a run, under a name.
 *
 * @param outages in any order
 * @param ends when nodes end
 * @param redis what goes wrong with the nodes' Redis, in any order
 */
public record FaultScript(
    String name, List<Outage> outages, List<NodeEnd> ends, List<RedisFault> redis) {
  /** Nothing at all. */
  public static final FaultScript CALM = new FaultScript("calm", List.of(), List.of(), List.of());

  /**
   * A node that ends.
   *
   * @param node its number, from 1
   * @param replaced whether another took its place before, and it finishes what it serves; else it
   *     ends at once, unless it is the last
   */
  public record NodeEnd(int node, Duration at, boolean replaced) {}

  /** Whether it does nothing but end nodes, which one node alone never feels. */
  public boolean onlyKills() {
    return outages.isEmpty()
        && redis.isEmpty()
        && !ends.isEmpty()
        && ends.stream().noneMatch(NodeEnd::replaced);
  }

  /** Until when an account serves nothing, where it serves nothing at a time. */
  Optional<Duration> stoppedUntil(String provider, String credential, Duration at) {
    return outages.stream()
        .filter(outage -> outage.kind().stops() && outage.concerns(provider, credential))
        .filter(outage -> outage.lastsAt(at))
        .map(Outage::until)
        .max(Comparator.naturalOrder());
  }

  /** Whether some account that serves a model takes requests at a time, and says nothing. */
  boolean silent(String model, Duration at) {
    return outages.stream()
        .filter(outage -> outage.kind() == Outage.Kind.SILENT && outage.lastsAt(at))
        .anyMatch(
            outage ->
                World.accounts(model).stream()
                    .anyMatch(it -> outage.concerns(it.provider(), it.account())));
  }

  /** Whether some account is ever silent. */
  boolean everSilent() {
    return outages.stream().anyMatch(outage -> outage.kind() == Outage.Kind.SILENT);
  }

  /** Whether an account stops serving for a time at any time. */
  boolean everStops(Holder account) {
    return stopsAfter(account, Duration.ZERO);
  }

  /** Whether an account is stopped at a time or later. */
  boolean stopsAfter(Holder account, Duration time) {
    return outages.stream()
        .filter(it -> it.kind().stops() && it.concerns(account.provider(), account.account()))
        .anyMatch(it -> it.until().compareTo(time) > 0);
  }

  /** Whether some account that serves a model serves from one time to another. */
  boolean somebodyServes(String model, Duration from, Duration until) {
    for (World.Supplier supplier : World.SUPPLIERS) {
      if (!supplier.serves(model)) {
        continue;
      }
      for (String credential : supplier.credentials()) {
        boolean serves =
            outages.stream()
                .filter(it -> it.kind().stops() && it.concerns(supplier.id(), credential))
                .noneMatch(it -> it.from().compareTo(until) <= 0 && it.until().compareTo(from) > 0);
        if (serves) {
          return true;
        }
      }
    }
    return false;
  }
}

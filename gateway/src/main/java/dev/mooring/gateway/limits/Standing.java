package dev.mooring.gateway.limits;

import dev.mooring.affinity.limit.Charge;
import dev.mooring.affinity.limit.LimitStore;
import dev.mooring.affinity.limit.LimitStore.Count;
import dev.mooring.gateway.config.ClientKeyConfig;
import dev.mooring.gateway.config.TeamConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * How one limit stands.
 *
 * @param unit {@code requests}, {@code tokens} or {@code budget}
 * @param period the window as its counter names it
 * @param limit the most in the period; of a budget in billionths of a US dollar
 * @param used what was used in the period, reservations included; more than the limit where
 *     requests used more than they had reserved
 */
public record Standing(String unit, String period, long limit, long used) {
  /**
   * How all limits of a key, or of a team, stand; nothing is used by asking.
   *
   * @param key null for the team's own limits
   * @return fails when the store cannot answer
   */
  public static CompletionStage<List<Standing>> of(
      LimitStore store, TeamConfig team, @Nullable ClientKeyConfig key) {
    List<Limit> limits = key == null ? Limit.of(team, null) : Limit.of(null, key);
    if (limits.isEmpty()) {
      return CompletableFuture.completedStage(List.of());
    }
    List<Charge> nothing = new ArrayList<>();
    for (Limit limit : limits) {
      nothing.add(new Charge(limit.counter(), 0, false));
    }
    return store
        .reserve(team.id(), nothing)
        .thenApply(decision -> standings(limits, decision.counts()));
  }

  private static List<Standing> standings(List<Limit> limits, List<Count> counts) {
    List<Standing> standings = new ArrayList<>();
    for (int i = 0; i < limits.size(); i++) {
      Limit limit = limits.get(i);
      standings.add(
          new Standing(
              limit.unit().label(),
              Refusal.period(limit.counter().window()),
              limit.counter().limit(),
              counts.get(i).used()));
    }
    return standings;
  }
}

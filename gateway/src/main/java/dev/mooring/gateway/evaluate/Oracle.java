package dev.mooring.gateway.evaluate;

import dev.mooring.gateway.config.ModelConfig.Price;
import dev.mooring.gateway.evaluate.TurnResult.Holder;
import dev.mooring.gateway.evaluate.TurnResult.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The best that could be got for the same arrivals and outages by one who knows them all in
 * advance: the most cached tokens, and the least cost. Each conversation with each model is solved
 * for itself, by dynamic programming over the accounts.
 */
public final class Oracle {
  private final FaultScript faults;
  private final Map<String, Holder> homes;
  private final Map<String, Price> prices;

  /**
   * An oracle for one script of faults.
   *
   * @param homes where each conversation begins, by lane and model, as the operator's weights have
   *     it; one that is not in it begins wherever is best
   * @param prices of the models, by id
   */
  Oracle(FaultScript faults, Map<String, Holder> homes, Map<String, Price> prices) {
    this.faults = faults;
    this.homes = homes;
    this.prices = prices;
  }

  /**
   * The best there is.
   *
   * @param cached the most tokens from caches
   * @param usd the least cost of all turns
   */
  public record Best(long cached, double usd) {}

  /** The best of all turns. */
  Best best(List<Arrival> arrivals) {
    List<Turn> turns = arrivals.stream().map(Arrival::turn).toList();
    Map<String, List<Arrival>> conversations = new LinkedHashMap<>();
    for (Arrival arrival : arrivals) {
      conversations
          .computeIfAbsent(SharedPrefixes.name(arrival.turn()), name -> new ArrayList<>())
          .add(arrival);
    }
    Duration patience = faults.everSilent() ? BestCourse.SILENT_PATIENCE : BestCourse.PATIENCE;
    Duration delay = faults.outages().isEmpty() ? Duration.ZERO : patience;
    SharedPrefixes shared = new SharedPrefixes(turns, fixed(conversations), delay);
    double cached = 0;
    double usd = 0;
    for (Map.Entry<String, List<Arrival>> conversation : conversations.entrySet()) {
      Holder home = homes.get(conversation.getKey());
      BestCourse course = new BestCourse(conversation.getValue(), shared, faults, home);
      cached += course.most((turn, usage) -> usage.read()) * World.SCALE;
      usd -= course.most((turn, usage) -> -usd(turn, usage));
    }
    return new Best(Math.round(cached), usd);
  }

  private double usd(Turn turn, Usage usage) {
    return Tally.usd(usage, turn.outputTokens(), Objects.requireNonNull(prices.get(turn.model())));
  }

  /** The homes that nothing drives anyone from. */
  private Map<String, Holder> fixed(Map<String, List<Arrival>> conversations) {
    Map<String, Holder> fixed = new LinkedHashMap<>();
    conversations.forEach(
        (name, unused) -> {
          Holder home = homes.get(name);
          if (home != null && !faults.everStops(home)) {
            fixed.put(name, home);
          }
        });
    return fixed;
  }
}

package dev.mooring.gateway.routing;

import dev.mooring.gateway.config.ModelConfig;
import dev.mooring.gateway.config.ModelConfig.Price;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The request's {@code sort}: the cheapest, the quickest to begin, or the fastest targets first.
 * Those of which nothing is known follow in the order written, then the degraded, then those that
 * are down. What the request's {@code order} names comes before all of them.
 */
final class SortStage implements Stage {
  /** A prompt is mostly input: of four tokens three are read and one is written. */
  private static final double INPUT_SHARE = 0.75;

  private final Speeds speeds;

  SortStage(Speeds speeds) {
    this.speeds = speeds;
  }

  private record Measured(DraftTarget target, Condition condition, OptionalDouble metric) {}

  @Override
  public String name() {
    return "sort";
  }

  @Override
  public void apply(Draft draft) {
    String option = draft.request().options().sort();
    if (option == null) {
      return;
    }
    List<Measured> measured = new ArrayList<>(draft.targets().size());
    for (DraftTarget target : draft.targets()) {
      measured.add(new Measured(target, target.condition(), metric(option, target, draft.model())));
    }
    boolean highFirst = option.equals("tps");
    measured.sort(
        Comparator.comparing(Measured::condition)
            .thenComparing(each -> each.metric().isEmpty())
            .thenComparingDouble(each -> highFirst ? -value(each) : value(each)));
    List<DraftTarget> sorted = measured.stream().map(Measured::target).toList();
    draft.targets(sorted);
    draft.sorted(sorting(option, measured, draft.request().options().order()));
    draft.note(() -> "by " + option + ": " + sorted);
  }

  private OptionalDouble metric(String option, DraftTarget target, ModelConfig model) {
    String provider = target.provider();
    String upstreamModel = target.target().config().model();
    return switch (option) {
      case "ttft" -> speeds.ttftMillis(provider, upstreamModel);
      case "tps" -> speeds.tokensPerSecond(provider, upstreamModel);
      default -> cost(target, model);
    };
  }

  private static OptionalDouble cost(DraftTarget target, ModelConfig model) {
    Price own = target.target().config().price();
    Price price = own == null ? model.price() : own;
    return price == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(INPUT_SHARE * price.input() + (1 - INPUT_SHARE) * price.output());
  }

  private static double value(Measured measured) {
    return measured.metric().orElse(0);
  }

  private static Sorting sorting(String option, List<Measured> sorted, List<String> named) {
    Map<String, OptionalDouble> metrics = new LinkedHashMap<>();
    Set<String> unwell = new LinkedHashSet<>();
    for (Measured each : sorted) {
      if (metrics.putIfAbsent(each.target().provider(), each.metric()) == null
          && each.condition() != Condition.HEALTHY
          && !named.contains(each.target().provider())) {
        unwell.add(each.target().provider());
      }
    }
    return new Sorting(option, Collections.unmodifiableMap(metrics), List.copyOf(unwell));
  }
}

package dev.mooring.gateway.bench.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Whether a request costs the same with many live sessions, and with many targets. */
final class Flatness {
  private static final int FEW = 100;
  private static final int MANY = 100_000;
  private static final Duration MOST_WARMING = Duration.ofMinutes(3);

  private final Options options;
  private final Stage stage;
  private final Measuring measuring;

  Flatness(Options options, Stage stage, Measuring measuring) {
    this.options = options;
    this.stage = stage;
    this.measuring = measuring;
  }

  /**
   * What is compared.
   *
   * @param name what the table calls it
   * @param subject what is measured
   * @param sessions how many sessions take turns
   */
  private record Case(String name, Subject subject, int sessions) {}

  /** Measures, round by round, and tells in Markdown. */
  String run() {
    Map<Case, List<Double>> costs = new LinkedHashMap<>();
    cases().forEach(one -> costs.put(one, new ArrayList<>()));
    for (Case one : costs.keySet()) {
      Comparison.progress("warming up: " + one.name());
      double unused =
          measuring.warm(
              one.subject(),
              Shape.UNARY_2K,
              Shape.UNARY_2K.warmingRequests() + one.sessions(),
              MOST_WARMING,
              one.sessions());
    }
    for (int round = 1; round <= options.rounds(); round++) {
      Comparison.progress("round " + round + " of " + options.rounds());
      costs.forEach(
          (one, figures) ->
              measure(one, options.seconds()).get(Metric.CPU).ifPresent(figures::add));
    }
    StringBuilder text = new StringBuilder("| | CPU µs/req |\n|---|---|\n");
    costs.forEach(
        (one, figures) ->
            text.append("| ")
                .append(one.name())
                .append(" | ")
                .append(Spread.of(figures).text(Metric.CPU.digits()))
                .append(" |\n"));
    return text.toString();
  }

  private List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    Mooring few = stage.memory(List.of());
    Mooring many = stage.memory(List.of());
    cases.add(sessions("memory", few, FEW));
    cases.add(sessions("memory", many, MANY));
    stage.redis().ifPresent(node -> cases.add(sessions("Redis", node, FEW)));
    stage.redis().ifPresent(node -> cases.add(sessions("Redis", node, MANY)));
    cases.add(new Case("memory, 1 target", subject(few, GatewayFile.PLAIN), FEW));
    String targets = "memory, " + GatewayFile.TARGETS + " targets";
    cases.add(new Case(targets, subject(few, GatewayFile.MANY), FEW));
    return cases;
  }

  private static Case sessions(String store, Mooring node, int sessions) {
    return new Case(
        store + ", " + sessions + " sessions", subject(node, GatewayFile.PLAIN), sessions);
  }

  private static Subject subject(Mooring node, String model) {
    return Comparison.subject("mooring", "mooring", node, node::explicit, model);
  }

  private Sample measure(Case one, int seconds) {
    return measuring.busy(one.subject(), Shape.UNARY_2K, seconds, one.sessions());
  }
}

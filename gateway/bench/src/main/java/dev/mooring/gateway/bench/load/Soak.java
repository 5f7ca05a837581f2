package dev.mooring.gateway.bench.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Mixed shapes at 70 % load for minutes: memory and latency must stay where they are. */
final class Soak {
  private static final double LOAD = 0.7;
  private static final int WINDOW_SECONDS = 30;
  private static final int SESSIONS = 10_000;
  private static final double MOST_GROWTH = 1.05;
  private static final double MOST_SLOWING = 1.5;
  private static final Map<Shape, Double> MIX =
      new EnumMap<>(
          Map.of(
              Shape.UNARY_2K, 0.70,
              Shape.UNARY_100K, 0.20,
              Shape.UNARY_1M, 0.01,
              Shape.STREAM, 0.09));

  private final Options options;
  private final PacedClient client;
  private final Measuring measuring;
  private final Mooring node;
  private final Subject subject;

  Soak(Options options, Stage stage, PacedClient client, Measuring measuring) {
    this.options = options;
    this.client = client;
    this.measuring = measuring;
    List<String> jvm =
        options.leaks() ? List.of("-Dio.netty.leakDetection.level=paranoid") : List.of();
    boolean redis = options.wants("redis") && !options.wants("memory");
    this.node = redis ? stage.redis().orElseThrow() : stage.memory(jvm);
    this.subject =
        Comparison.subject("mooring", "mooring", node, node::explicit, GatewayFile.PLAIN);
  }

  /** Runs; the exit code: 0 when memory and latency stayed flat and nothing went wrong. */
  int run() {
    double rate = rate();
    System.out.printf(Locale.ROOT, "%.0f requests/s of mixed shapes%n%n", rate);
    System.out.println("| s | RSS MB | p50 µs | p99 µs | errors |\n|---|---|---|---|---|");
    List<Double> memory = new ArrayList<>();
    List<Double> tails = new ArrayList<>();
    long errors = 0;
    int windows = Math.max(4, options.soak() * 60 / WINDOW_SECONDS);
    for (int window = 1; window <= windows; window++) {
      Latencies seen = client.run(load(rate));
      double resident = ProcessStat.of(node.program().pid()).residentKb() / 1024.0;
      memory.add(resident);
      tails.add(seen.whole().micros(99));
      errors += seen.errors();
      System.out.printf(
          Locale.ROOT,
          "| %d | %.0f | %.0f | %.0f | %d |%n",
          window * WINDOW_SECONDS,
          resident,
          seen.whole().micros(50),
          seen.whole().micros(99),
          seen.errors());
    }
    long leaks = node.program().log().lines().filter(line -> line.contains("LEAK")).count();
    double growth = growth(memory);
    double slowing = growth(tails);
    System.out.printf(
        Locale.ROOT,
        "%nlast third over second: RSS × %.2f, p99 × %.2f; %d errors, %d leak reports%n",
        growth,
        slowing,
        errors,
        leaks);
    return growth < MOST_GROWTH && slowing < MOST_SLOWING && errors == 0 && leaks == 0 ? 0 : 1;
  }

  /** The rate at which the mix takes its share of one CPU. */
  private double rate() {
    double cost = 0;
    for (Map.Entry<Shape, Double> part : MIX.entrySet()) {
      double unused =
          measuring.warm(
              subject, part.getKey(), part.getKey().warmingRequests(), Duration.ofSeconds(30));
      Sample sample = measuring.busy(subject, part.getKey(), 3, Wrk.SESSIONS);
      cost += part.getValue() * sample.get(Metric.CPU).orElse(0);
    }
    return LOAD * 1e6 / cost;
  }

  private PacedLoad load(double rate) {
    List<PacedLoad.Share> shares = new ArrayList<>();
    MIX.forEach(
        (shape, weight) ->
            shares.add(
                new PacedLoad.Share(
                    subject.endpoint(shape).request(shape), shape.stream(), weight)));
    Endpoint endpoint = subject.documents();
    return new PacedLoad(
        endpoint.host(),
        endpoint.port(),
        shares,
        rate,
        Duration.ofSeconds(WINDOW_SECONDS),
        Long.MAX_VALUE,
        SESSIONS,
        Duration.ofSeconds(20));
  }

  /** The median of the last third of figures, as a multiple of the second third's. */
  static double growth(List<Double> figures) {
    int third = figures.size() / 3;
    double early = Spread.of(figures.subList(third, 2 * third + 1)).median();
    return Spread.of(figures.subList(figures.size() - Math.max(1, third), figures.size())).median()
        / early;
  }
}

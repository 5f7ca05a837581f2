package dev.mooring.gateway.bench.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All subjects with all shapes, one after another, round by round. */
final class Comparison {
  private static final String FLOOR = "haproxy";
  private static final Duration MOST_WARMING = Duration.ofMinutes(3);

  private final Options options;
  private final Stage stage;
  private final Measuring measuring;
  private final Subject direct;
  private final List<Subject> subjects;

  Comparison(Options options, Stage stage, Measuring measuring) {
    this.options = options;
    this.stage = stage;
    this.measuring = measuring;
    this.direct = stage.direct();
    this.subjects = subjects();
  }

  private List<Subject> subjects() {
    List<Subject> all = new ArrayList<>();
    if (options.wants(FLOOR)) {
      stage.haproxy().ifPresent(all::add);
    }
    if (options.wants("nginx")) {
      stage.nginx().ifPresent(all::add);
    }
    if (options.wants(VertxProxy.KEY)) {
      all.add(stage.vertx());
    }
    if (wantsAny("off", "memory", "memory-fingerprint", "translated")) {
      Mooring memory = stage.memory(List.of());
      add(all, "off", "mooring, affinity off", memory, memory::optedOut);
      add(all, "memory", "mooring, memory", memory, memory::explicit);
      add(all, "memory-fingerprint", "mooring, memory, fingerprint", memory, memory::fingerprint);
      if (options.wants("translated")) {
        all.add(
            subject(
                "translated",
                "mooring, memory, Chat → Messages",
                memory,
                memory::explicit,
                GatewayFile.TRANSLATED));
      }
    }
    if (wantsAny("redis", "redis-fingerprint")) {
      Optional<Mooring> redis = stage.redis();
      redis.ifPresent(
          node -> {
            add(all, "redis", "mooring, Redis", node, node::explicit);
            add(all, "redis-fingerprint", "mooring, Redis, fingerprint", node, node::fingerprint);
          });
    }
    all.addAll(stage.peers());
    return all;
  }

  private boolean wantsAny(String... keys) {
    return List.of(keys).stream().anyMatch(options::wants);
  }

  /** How a gateway is called for a model. */
  @FunctionalInterface
  interface Calling {
    /** Its endpoint for the model. */
    Endpoint of(String model);
  }

  private void add(List<Subject> all, String key, String name, Mooring node, Calling calling) {
    if (options.wants(key)) {
      all.add(subject(key, name, node, calling, GatewayFile.PLAIN));
    }
  }

  /** A gateway, called in one way, for one model. */
  static Subject subject(String key, String name, Mooring node, Calling calling, String model) {
    return new Subject(
        key,
        name,
        calling.of(model),
        calling.of(GatewayFile.streaming(model)),
        node.program().pid(),
        node.probe());
  }

  /** Measures all. */
  Results run() {
    Map<Shape, Double> rates = new EnumMap<>(Shape.class);
    for (Shape shape : options.shapes()) {
      rates.put(shape, warmUp(shape) / 2);
    }
    rounds("rehearsal", rates, new Results(rates, List.of()));
    Results results = new Results(rates, stage.notes());
    for (int round = 1; round <= options.rounds(); round++) {
      rounds("round " + round + " of " + options.rounds(), rates, results);
    }
    return results;
  }

  /** A round of every shape. */
  private void rounds(String name, Map<Shape, Double> rates, Results results) {
    for (Shape shape : options.shapes()) {
      progress(name + ": " + shape.title());
      round(shape, rates.getOrDefault(shape, 1.0), results);
    }
  }

  /** Warms all up; the requests a second of the slowest gateway of ours, or else of all. */
  private double warmUp(Shape shape) {
    progress("warming up: " + shape.title());
    double own = Double.MAX_VALUE;
    double any = measuring.warm(direct, shape, 1);
    for (Subject subject : subjects) {
      double rate =
          subject.warms()
              ? measuring.warm(subject, shape, shape.warmingRequests(), MOST_WARMING)
              : measuring.warm(subject, shape, 2);
      any = Math.min(any, rate);
      own = subject.mooring() ? Math.min(own, rate) : own;
    }
    return own < Double.MAX_VALUE ? own : any;
  }

  private void round(Shape shape, double rate, Results results) {
    Sample without = sample(direct, shape, rate);
    results.add(shape, direct, without);
    Map<String, Sample> samples = new LinkedHashMap<>();
    for (Subject subject : subjects) {
      Sample sample = sample(subject, shape, rate);
      sample.putAdded(Metric.ADDED_P50, Metric.P50, without);
      sample.putAdded(Metric.ADDED_P99, Metric.P99, without);
      sample.putAdded(Metric.ADDED_P999, Metric.P999, without);
      sample.putAdded(Metric.ADDED_FIRST, Metric.FIRST, without);
      sample.putAdded(Metric.ADDED_FIRST_P99, Metric.FIRST_P99, without);
      samples.put(subject.key(), sample);
      results.add(shape, subject, sample);
    }
    Sample floor = samples.get(FLOOR);
    if (floor != null) {
      samples.values().forEach(sample -> sample.putRatio(floor));
    }
  }

  private Sample sample(Subject subject, Shape shape, double rate) {
    Sample sample = measuring.busy(subject, shape, options.seconds(), Wrk.SESSIONS);
    measuring.saturated(subject, shape, options.seconds(), sample);
    double reached = sample.get(Metric.REQUESTS).orElse(rate);
    boolean ours = subject.mooring() || subject.pid() == null;
    double bearable = ours || shape.stream() ? rate : Math.min(rate, reached / 2);
    measuring.paced(subject, shape, bearable, options.seconds(), sample);
    return sample;
  }

  /** Says on the error stream how far it is. */
  static void progress(String text) {
    System.err.println(text);
  }
}

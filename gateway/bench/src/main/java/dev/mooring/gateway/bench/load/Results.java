package dev.mooring.gateway.bench.load;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The samples of all rounds. */
final class Results {
  private final Map<Shape, Map<String, List<Sample>>> samples = new EnumMap<>(Shape.class);
  private final Map<Shape, Double> rates;
  private final List<String> notes;

  /**
   * None yet.
   *
   * @param rates the requests a second at half load
   * @param notes what was left out
   */
  Results(Map<Shape, Double> rates, List<String> notes) {
    this.rates = rates;
    this.notes = notes;
  }

  /** Adds a subject's sample of one round. */
  void add(Shape shape, Subject subject, Sample sample) {
    samples
        .computeIfAbsent(shape, none -> new LinkedHashMap<>())
        .computeIfAbsent(subject.name(), none -> new ArrayList<>())
        .add(sample);
  }

  /** The shapes, in order. */
  List<Shape> shapes() {
    return List.copyOf(samples.keySet());
  }

  /** The subjects of a shape, in order. */
  List<String> subjects(Shape shape) {
    return List.copyOf(samples.getOrDefault(shape, Map.of()).keySet());
  }

  /** What the rounds gave, where they gave something. */
  Optional<Spread> spread(Shape shape, String subject, Metric metric) {
    List<Double> figures = figures(shape, subject, metric);
    return figures.isEmpty() ? Optional.empty() : Optional.of(Spread.of(figures));
  }

  /** The figures, round by round. */
  List<Double> figures(Shape shape, String subject, Metric metric) {
    return samples.getOrDefault(shape, Map.of()).getOrDefault(subject, List.of()).stream()
        .flatMap(sample -> sample.get(metric).stream().boxed())
        .toList();
  }

  /** The requests a second at half load. */
  double rate(Shape shape) {
    return rates.getOrDefault(shape, 0.0);
  }

  /** What was left out, and why. */
  List<String> notes() {
    return notes;
  }
}

package dev.mooring.gateway.bench.load;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/** The figures of one subject with one shape in one round; what could not be measured is absent. */
final class Sample {
  private final Map<Metric, Double> figures = new EnumMap<>(Metric.class);

  /** Notes a figure. */
  Sample put(Metric metric, double value) {
    figures.put(metric, value);
    return this;
  }

  /** A figure, where there is one. */
  OptionalDouble get(Metric metric) {
    Double value = figures.get(metric);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** Notes how much more than another's a figure is, where both have it. */
  void putAdded(Metric added, Metric metric, Sample without) {
    OptionalDouble own = get(metric);
    OptionalDouble other = without.get(metric);
    if (own.isPresent() && other.isPresent()) {
      put(added, own.getAsDouble() - other.getAsDouble());
    }
  }

  /** Notes how many times another's CPU time this one's is. */
  void putRatio(Sample floor) {
    OptionalDouble own = get(Metric.CPU);
    OptionalDouble other = floor.get(Metric.CPU);
    if (own.isPresent() && other.isPresent() && other.getAsDouble() > 0) {
      put(Metric.RATIO, own.getAsDouble() / other.getAsDouble());
    }
  }
}

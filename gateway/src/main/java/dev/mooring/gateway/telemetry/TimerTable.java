package dev.mooring.gateway.telemetry;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The histograms of one name, by the value of one label. */
final class TimerTable {
  private final MeterRegistry registry;
  private final String name;
  private final String description;
  private final String label;
  private final Duration[] buckets;
  private final ConcurrentHashMap<String, Timer> timers = new ConcurrentHashMap<>();

  TimerTable(
      MeterRegistry registry, String name, String description, String label, Duration[] buckets) {
    this.registry = registry;
    this.name = name;
    this.description = description;
    this.label = label;
    this.buckets = buckets.clone();
  }

  /** Adds a time, in nanoseconds, to the histogram of a value. */
  void record(String value, long nanos) {
    Timer known = timers.get(value);
    (known != null ? known : register(value)).record(nanos, TimeUnit.NANOSECONDS);
  }

  /** The histogram of a value, which is there from now on. */
  Timer register(String value) {
    return timers.computeIfAbsent(value, this::made);
  }

  private Timer made(String value) {
    return Timer.builder(name)
        .description(description)
        .tag(label, value)
        .serviceLevelObjectives(buckets)
        .register(registry);
  }
}

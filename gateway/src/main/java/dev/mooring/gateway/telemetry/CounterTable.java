package dev.mooring.gateway.telemetry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The counters of one name, by the values of two labels. A known one is found by two look-ups and
 * without an allocation.
 */
final class CounterTable {
  private final MeterRegistry registry;
  private final String name;
  private final String description;
  private final String first;
  private final String second;
  private final ConcurrentHashMap<String, ConcurrentHashMap<String, Counter>> rows =
      new ConcurrentHashMap<>();

  CounterTable(
      MeterRegistry registry, String name, String description, String first, String second) {
    this.registry = registry;
    this.name = name;
    this.description = description;
    this.first = first;
    this.second = second;
  }

  /** The counter of two values. */
  Counter of(String firstValue, String secondValue) {
    ConcurrentHashMap<String, Counter> row = rows.get(firstValue);
    if (row == null) {
      row = rows.computeIfAbsent(firstValue, unused -> new ConcurrentHashMap<>());
    }
    Counter known = row.get(secondValue);
    return known != null
        ? known
        : row.computeIfAbsent(secondValue, unused -> register(firstValue, secondValue));
  }

  private Counter register(String firstValue, String secondValue) {
    return Counter.builder(name)
        .description(description)
        .tag(first, firstValue)
        .tag(second, secondValue)
        .register(registry);
  }
}

package dev.mooring.gateway.telemetry;

import dev.mooring.gateway.api.Usage;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What answers used and cost, by provider and model. */
final class UsageMeters {
  private final MeterRegistry registry;
  private final ConcurrentHashMap<Served, Counters> served = new ConcurrentHashMap<>();

  UsageMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Who served what: the ids of the configuration. */
  private record Served(String provider, String model) {}

  private record Counters(
      Counter cached,
      Counter written,
      Counter fresh,
      Counter output,
      Counter cost,
      Counter withoutCache,
      Counter spread) {}

  /** Adds an answer's tokens and, where prices are known, its expense. */
  void add(String provider, String model, Usage usage, @Nullable Expense expense) {
    Served by = new Served(provider, model);
    Counters known = served.get(by);
    Counters counters = known != null ? known : served.computeIfAbsent(by, this::register);
    counters.cached.increment((double) usage.cacheRead());
    counters.written.increment((double) usage.cacheWrite());
    counters.fresh.increment(
        (double) Math.max(0, usage.input() - usage.cacheRead() - usage.cacheWrite()));
    counters.output.increment((double) usage.output());
    if (expense != null) {
      counters.cost.increment(expense.actual());
      counters.withoutCache.increment(expense.withoutCache());
      counters.spread.increment(expense.spread());
    }
  }

  private Counters register(Served by) {
    return new Counters(
        input(by, "cached"),
        input(by, "written"),
        input(by, "fresh"),
        counter(by, "mooring.output.tokens", "Output tokens of answers").register(registry),
        counter(by, "mooring.cost.usd", "What answers cost by the configured prices, in USD")
            .register(registry),
        otherwise(by, "no_cache"),
        otherwise(by, "spread"));
  }

  private Counter input(Served by, String kind) {
    return counter(
            by,
            "mooring.input.tokens",
            "Input tokens of answers: read from a cache, written to one, or neither")
        .tag("kind", kind)
        .register(registry);
  }

  private Counter otherwise(Served by, String against) {
    return counter(
            by,
            "mooring.counterfactual.cost.usd",
            "What the same answers would have cost otherwise, estimated, in USD")
        .tag("against", against)
        .register(registry);
  }

  private static Counter.Builder counter(Served by, String name, String description) {
    return Counter.builder(name)
        .description(description)
        .tag("provider", by.provider())
        .tag("model", by.model());
  }
}

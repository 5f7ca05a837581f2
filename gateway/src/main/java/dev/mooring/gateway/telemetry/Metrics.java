package dev.mooring.gateway.telemetry;

import dev.mooring.affinity.Outcome;
import dev.mooring.affinity.SessionSource;
import dev.mooring.gateway.api.Usage;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;

/** The node's meters. No label ever holds a session, a credential's secret or a caller's text. */
public final class Metrics {
  static {
    // Exemplars cost a lookup a sample and nobody reads them here.
    System.setProperty("io.prometheus.metrics.exemplarsEnabled", "false");
  }

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final ConcurrentHashMap<String, Counter> counters = new ConcurrentHashMap<>();
  private final AtomicLong running = new AtomicLong();

  /** All meters at zero. */
  public Metrics() {
    Gauge.builder("mooring.requests.running", running, AtomicLong::get)
        .description("Requests being served")
        .register(registry);
  }

  /** A request began. */
  public void began() {
    running.incrementAndGet();
  }

  /**
   * A request ended.
   *
   * @param api the API's name
   * @param status the status it was answered with; 499 when its caller went away
   */
  public void ended(String api, int status) {
    running.decrementAndGet();
    counter("mooring.requests", "api", api, "status", Integer.toString(status)).increment();
  }

  /** Requests being served now. */
  public long running() {
    return running.get();
  }

  /** An upstream attempt ended. */
  public void attempted(String provider, String result) {
    counter("mooring.upstream.attempts", "provider", provider, "result", result).increment();
  }

  /** Session affinity decided. */
  public void decided(Outcome outcome, SessionSource source) {
    counter(
            "mooring.affinity.decisions",
            "outcome",
            outcome.wireName(),
            "source",
            source.kind().wireName())
        .increment();
  }

  /** A pin write came back: {@code done}, {@code lost} or {@code failed}. */
  public void pinWritten(String operation, String result) {
    counter("mooring.pin.writes", "operation", operation, "result", result).increment();
  }

  /** The pin store could not be read. */
  public void pinReadFailed() {
    counter("mooring.pin.read.failures", "kind", "pin").increment();
  }

  /**
   * A limit refused a request.
   *
   * @param level {@code key} or {@code team}
   * @param unit {@code requests}, {@code tokens} or {@code nano_usd}
   */
  public void limitReached(String level, String unit) {
    counter("mooring.limits.reached", "level", level, "unit", unit).increment();
  }

  /** What a request used of its limits was settled: {@code done}, or {@code waiting} for Redis. */
  public void limitSettled(String result) {
    counter("mooring.limits.settled", "result", result).increment();
  }

  /** A request was counted by this node alone, since the shared counters did not answer. */
  public void limitCountedAlone() {
    counter("mooring.limits.alone", "reason", "store").increment();
  }

  /** An answer told its usage. */
  public void used(String provider, Usage usage) {
    long fresh = Math.max(0, usage.input() - usage.cacheRead() - usage.cacheWrite());
    tokens(provider, "cached").increment((double) usage.cacheRead());
    tokens(provider, "written").increment((double) usage.cacheWrite());
    tokens(provider, "fresh").increment((double) fresh);
    counter("mooring.output.tokens", "provider", provider, "kind", "all")
        .increment((double) usage.output());
  }

  /** A configuration was reloaded: {@code applied} or {@code refused}. */
  public void reloaded(String result) {
    counter("mooring.config.reloads", "result", result).increment();
  }

  /** Adds a gauge that is read when scraped. */
  public <T> void gauge(String name, String description, T source, ToDoubleFunction<T> value) {
    Gauge.builder(name, source, value).description(description).register(registry);
  }

  /** Adds a counter that is read when scraped; it must never fall. */
  public <T> void count(String name, String description, T source, ToDoubleFunction<T> value) {
    FunctionCounter.builder(name, source, value).description(description).register(registry);
  }

  /** A timer with these labels, as pairs of name and value. */
  public Timer timer(String name, String description, String... labels) {
    return Timer.builder(name).description(description).tags(labels).register(registry);
  }

  /** The page for Prometheus. */
  public String scrape() {
    return registry.scrape();
  }

  private Counter tokens(String provider, String kind) {
    return counter("mooring.input.tokens", "provider", provider, "kind", kind);
  }

  private Counter counter(String name, String... tags) {
    String key = name + '\n' + String.join("\n", tags);
    Counter known = counters.get(key);
    return known != null
        ? known
        : counters.computeIfAbsent(key, unused -> registry.counter(name, tags));
  }
}

package dev.mooring.gateway.telemetry;

import dev.mooring.gateway.api.Usage;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.util.concurrent.EventExecutor;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The node's meters. No label ever holds a session, a credential's secret or a caller's text: what
 * is counted by provider, model or key is counted by the id that the configuration gives it.
 */
public final class Metrics implements AutoCloseable {
  static {
    // Exemplars cost a lookup a sample and nobody reads them here.
    System.setProperty("io.prometheus.metrics.exemplarsEnabled", "false");
  }

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final RequestMeters requests = new RequestMeters(registry);
  private final UpstreamMeters upstream = new UpstreamMeters(registry);
  private final AffinityMeters affinity = new AffinityMeters(registry);
  private final UsageMeters usage = new UsageMeters(registry);
  private final RuntimeMeters runtime = new RuntimeMeters(registry);

  /** All meters at zero. */
  public Metrics() {}

  /** Requests as their callers see them. */
  public RequestMeters requests() {
    return requests;
  }

  /** Attempts at providers. */
  public UpstreamMeters upstream() {
    return upstream;
  }

  /** Sessions and pins. */
  public AffinityMeters affinity() {
    return affinity;
  }

  /**
   * An answer told its usage.
   *
   * @param model the gateway's id of the model that served
   * @param expense what it cost; null where the model has no prices
   */
  public void used(String provider, String model, Usage used, @Nullable Expense expense) {
    usage.add(provider, model, used, expense);
  }

  /**
   * A limit refused a request.
   *
   * @param team the team's id
   * @param key the id of the client key; empty for a limit of the whole team
   * @param limit {@code requests}, {@code tokens} or {@code budget}
   */
  public void limited(String team, String key, String limit) {
    Counter.builder("mooring.limits.refused")
        .description("Requests that a limit or a budget refused")
        .tag("team", team)
        .tag("key", key)
        .tag("limit", limit)
        .register(registry)
        .increment();
  }

  /** A request was counted by this node alone, since the shared counters did not answer. */
  public void limitedAlone() {
    Counter.builder("mooring.limits.alone")
        .description("Requests that a node counted against limits by itself")
        .register(registry)
        .increment();
  }

  /** A routing rule could not be evaluated for a request. */
  public void ruleFailed(String rule) {
    Counter.builder("mooring.rule.failures")
        .description("Requests for which a routing rule could not be evaluated")
        .tag("rule", rule)
        .register(registry)
        .increment();
  }

  /** A configuration was reloaded: {@code applied} or {@code refused}. */
  public void reloaded(String result) {
    Counter.builder("mooring.config.reloads")
        .description("Configurations that were applied or refused while running")
        .tag("result", result)
        .register(registry)
        .increment();
  }

  /** Adds a gauge that is read when scraped; labels are pairs of name and value. */
  public <T> void gauge(
      String name, String description, T source, ToDoubleFunction<T> value, String... labels) {
    Gauge.builder(name, source, value).description(description).tags(labels).register(registry);
  }

  /** Adds a counter that is read when scraped; it must never fall. */
  public <T> void count(
      String name, String description, T source, ToDoubleFunction<T> value, String... labels) {
    FunctionCounter.builder(name, source, value)
        .description(description)
        .tags(labels)
        .register(registry);
  }

  /** A histogram of the gateway's or its store's own work; labels are pairs of name and value. */
  public Timer timer(String name, String description, String... labels) {
    return Timer.builder(name)
        .description(description)
        .tags(labels)
        .serviceLevelObjectives(Buckets.work())
        .register(registry);
  }

  /** Measures an event loop's lag from now on. */
  public void watch(EventExecutor loop) {
    runtime.watch(loop);
  }

  /** The page for Prometheus. */
  public String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    runtime.close();
    registry.close();
  }
}

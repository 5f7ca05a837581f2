package dev.mooring.gateway.bench;

import dev.mooring.affinity.Outcome;
import dev.mooring.affinity.SessionSource;
import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.ModelConfig.Price;
import dev.mooring.gateway.telemetry.Expense;
import dev.mooring.gateway.telemetry.Metrics;
import dev.mooring.gateway.telemetry.RequestMeters.Part;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What the meters of one served request cost, and a page for Prometheus. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Benchmark)
public class MetricsBenchmark {
  private static final Usage USAGE = new Usage(12_000, 11_000, 500, 0, 400);
  private static final Price PRICE = new Price(3, 15, 0.3, 3.75, 6.0);

  private final Metrics metrics = new Metrics();

  /** All that the meters hear of a pinned turn that is served at once. */
  @Benchmark
  public void request() {
    metrics.requests().began();
    metrics.affinity().decided(Outcome.CONFIRMED, SessionSource.SESSION_ID_HEADER);
    metrics.upstream().began("anthropic");
    metrics.requests().overhead(Part.REQUEST, 200_000);
    metrics.upstream().answered("anthropic", 30_000, 400_000_000);
    metrics.requests().answering("messages", 401_000_000);
    metrics.affinity().written("renew", "done");
    metrics.upstream().ended("anthropic", "served");
    metrics.used("anthropic", "anthropic/claude", USAGE, Expense.of(USAGE, PRICE, 0.5));
    metrics.requests().overhead(Part.ANSWER, 50_000);
    metrics.requests().ended("messages", 200, 900_000_000);
  }

  /** The page after one such request. */
  @Benchmark
  public String scrape() {
    request();
    return metrics.scrape();
  }

  /** Lets the meters go. */
  @TearDown
  public void close() {
    metrics.close();
  }
}

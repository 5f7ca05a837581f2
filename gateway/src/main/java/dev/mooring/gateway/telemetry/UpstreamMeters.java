package dev.mooring.gateway.telemetry;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Attempts at providers, by provider. */
public final class UpstreamMeters {
  private final MeterRegistry registry;
  private final CounterTable attempts;
  private final TimerTable connects;
  private final TimerTable heads;
  private final ConcurrentHashMap<String, AtomicLong> running = new ConcurrentHashMap<>();

  UpstreamMeters(MeterRegistry registry) {
    this.registry = registry;
    attempts =
        new CounterTable(
            registry,
            "mooring.upstream.attempts",
            "Attempts at providers: served, broken off after output, cancelled, or the kind of"
                + " failure",
            "provider",
            "result");
    connects =
        new TimerTable(
            registry,
            "mooring.upstream.connect",
            "The wait for a connection to a provider, new or pooled, of attempts it answered",
            "provider",
            Buckets.work());
    heads =
        new TimerTable(
            registry,
            "mooring.upstream.first.byte",
            "From a sent request to the head of the provider's answer",
            "provider",
            Buckets.answer());
  }

  /** An attempt began. */
  public void began(String provider) {
    running.computeIfAbsent(provider, this::gauge).incrementAndGet();
  }

  /** An attempt that had begun ended. */
  public void ended(String provider, String result) {
    running.computeIfAbsent(provider, this::gauge).decrementAndGet();
    attempts.of(provider, result).increment();
  }

  /**
   * The head of a provider's success came.
   *
   * @param connectNanos how long the connection was waited for, in nanoseconds
   * @param headNanos how long after it was sent the request was answered, in nanoseconds
   */
  public void answered(String provider, long connectNanos, long headNanos) {
    connects.record(provider, connectNanos);
    heads.record(provider, headNanos);
  }

  private AtomicLong gauge(String provider) {
    AtomicLong count = new AtomicLong();
    Gauge.builder("mooring.upstream.running", count, AtomicLong::get)
        .description("Attempts at a provider that are under way")
        .tag("provider", provider)
        .register(registry);
    return count;
  }
}

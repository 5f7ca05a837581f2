package dev.mooring.gateway.telemetry;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;

/** Requests as their callers see them: how many, how they ended, how long they took. */
public final class RequestMeters {
  private final AtomicLong running = new AtomicLong();
  private final CounterTable requests;
  private final TimerTable durations;
  private final TimerTable firstBytes;
  private final TimerTable overheads;

  RequestMeters(MeterRegistry registry) {
    Gauge.builder("mooring.requests.running", running, AtomicLong::get)
        .description("Requests being served")
        .register(registry);
    requests =
        new CounterTable(
            registry,
            "mooring.requests",
            "Requests that were answered, or left by their callers",
            "operation",
            "status");
    durations =
        new TimerTable(
            registry,
            "mooring.request.duration",
            "From a request's head to the last byte of its answer",
            "operation",
            Buckets.answer());
    firstBytes =
        new TimerTable(
            registry,
            "mooring.request.first.byte",
            "From a request's head to the first byte of its answer, heartbeats apart",
            "operation",
            Buckets.answer());
    overheads =
        new TimerTable(
            registry,
            "mooring.overhead",
            "What the gateway added to a served request, waits for others apart",
            "part",
            Buckets.work());
    for (Part part : Part.values()) {
      overheads.register(part.label);
    }
  }

  /** The two parts of what the gateway adds to a request's time. */
  public enum Part {
    /** Before the provider has the request. */
    REQUEST("request"),
    /** After the provider has answered. */
    ANSWER("answer");

    private final String label;

    Part(String label) {
      this.label = label;
    }
  }

  /** A request began. */
  public void began() {
    running.incrementAndGet();
  }

  /**
   * A request that had begun ended.
   *
   * @param operation the operation's name
   * @param status the status it was answered with; 499 when its caller went away
   * @param nanos how long it took, in nanoseconds
   */
  public void ended(String operation, int status, long nanos) {
    running.decrementAndGet();
    refused(operation, status);
    durations.record(operation, nanos);
  }

  /** A request was refused before it began: by its key, its body, its method. */
  public void refused(String operation, int status) {
    requests.of(operation, StatusLabel.of(status)).increment();
  }

  /** An answer begins to reach its caller, so many nanoseconds after the request's head came. */
  public void answering(String operation, long nanos) {
    firstBytes.record(operation, nanos);
  }

  /** The gateway took so many nanoseconds of a served request. */
  public void overhead(Part part, long nanos) {
    overheads.record(part.label, nanos);
  }

  /** Requests being served now. */
  public long running() {
    return running.get();
  }
}

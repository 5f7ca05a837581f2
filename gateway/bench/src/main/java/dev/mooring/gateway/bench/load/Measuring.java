package dev.mooring.gateway.bench.load;

import dev.mooring.gateway.bench.load.JvmProbe.Mark;
import java.time.Duration;

/** Takes the figures of a subject. */
final class Measuring {
  private static final int WARMING_SECONDS = 3;

  /** So many parts in a row must not have become cheaper than the last that did, by this. */
  private static final int STEADY = 6;

  private static final double FALLING = 0.97;

  private final Wrk wrk;
  private final PacedClient client;

  Measuring(Wrk wrk, PacedClient client) {
    this.wrk = wrk;
    this.client = client;
  }

  /** Keeps a subject busy for some seconds without looking; answers its requests a second. */
  double warm(Subject subject, Shape shape, int seconds) {
    return burst(subject, shape, seconds, Wrk.SESSIONS).rate();
  }

  /**
   * Keeps a subject busy until it has served so many requests and its CPU time for one falls no
   * more, or for so long: a JVM's compilers need calls, and then time. Answers its requests a
   * second in the last part.
   */
  double warm(Subject subject, Shape shape, long requests, Duration atMost) {
    return warm(subject, shape, requests, atMost, Wrk.SESSIONS);
  }

  /** The same with so many sessions. */
  double warm(Subject subject, Shape shape, long requests, Duration atMost, int sessions) {
    long end = System.nanoTime() + atMost.toNanos();
    long served = 0;
    double reference = Double.MAX_VALUE;
    int steady = 0;
    double rate = 0;
    while ((served < requests || steady < STEADY) && System.nanoTime() < end) {
      long before = cpu(subject);
      Wrk.Result result = burst(subject, shape, WARMING_SECONDS, sessions);
      double cost = (cpu(subject) - before) / (double) Math.max(1, result.requests());
      if (cost < FALLING * reference) {
        steady = 0;
        reference = cost;
      } else {
        steady++;
      }
      served += Math.max(1, result.requests());
      rate = result.rate();
    }
    return rate;
  }

  private Wrk.Result burst(Subject subject, Shape shape, int seconds, int sessions) {
    Endpoint endpoint = subject.endpoint(shape);
    int connections = shape.stream() ? 4 * shape.connections() : shape.connections();
    return wrk.run(endpoint, endpoint.request(shape), connections, seconds, sessions);
  }

  /**
   * The figures with every connection busy. CPU time of streams is taken where they leave room, so
   * that every event comes by itself.
   */
  Sample busy(Subject subject, Shape shape, int seconds, int sessions) {
    Endpoint endpoint = subject.endpoint(shape);
    RequestTemplate request = endpoint.request(shape);
    Sample sample = new Sample();
    JvmProbe probe = subject.probe();
    Mark mark = probe == null ? null : probe.mark();
    long before = cpu(subject);
    Wrk.Result result = wrk.run(endpoint, request, shape.connections(), seconds, sessions);
    double requests = (double) Math.max(1, result.requests());
    sample.put(Metric.REQUESTS, result.rate()).put(Metric.ERRORS, (double) result.errors());
    if (subject.pid() != null) {
      ProcessStat after = ProcessStat.of(subject.pid());
      double cpu = (after.cpuMicros() - before) / requests;
      sample.put(Metric.CPU, cpu).put(Metric.RSS, after.residentKb() / 1024.0);
      if (shape.stream()) {
        sample.put(Metric.CPU_EVENT, cpu / Stage.DELTAS);
      }
    }
    if (probe != null && mark != null) {
      GcLog collected = probe.collected(mark);
      sample.put(Metric.ALLOCATED, probe.allocatedBytes(mark) / 1024.0 / requests);
      sample.put(Metric.PAUSES, collected.pauses());
      sample.put(Metric.LONGEST_PAUSE, collected.longestMillis());
    }
    return sample;
  }

  private static long cpu(Subject subject) {
    return subject.pid() == null ? 0 : ProcessStat.of(subject.pid()).cpuMicros();
  }

  /** Adds what a subject can do at most: with streams, more are needed than for the CPU time. */
  void saturated(Subject subject, Shape shape, int seconds, Sample sample) {
    if (shape.stream()) {
      sample.put(Metric.REQUESTS, burst(subject, shape, seconds, Wrk.SESSIONS).rate());
    }
  }

  /** Adds the latencies at a rate. */
  void paced(Subject subject, Shape shape, double rate, int seconds, Sample sample) {
    Latencies seen =
        client.run(PacedLoad.of(subject.endpoint(shape), shape, rate, Duration.ofSeconds(seconds)));
    sample.put(Metric.P50, seen.whole().micros(50));
    sample.put(Metric.P99, seen.whole().micros(99));
    sample.put(Metric.P999, seen.whole().micros(99.9));
    if (shape.stream()) {
      sample.put(Metric.FIRST, seen.first().micros(50));
      sample.put(Metric.FIRST_P99, seen.first().micros(99));
    }
    double errors = sample.get(Metric.ERRORS).orElse(0);
    sample.put(Metric.ERRORS, errors + seen.errors());
  }
}

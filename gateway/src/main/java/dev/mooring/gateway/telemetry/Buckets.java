package dev.mooring.gateway.telemetry;

import java.time.Duration;
import java.util.stream.LongStream;

/** The upper bounds of the histograms' buckets. */
final class Buckets {
  /** What a provider's answer may take: 50 ms to 10 minutes. */
  private static final long[] ANSWER_MILLIS = {
    50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000
  };

  /** What work of ours may take: 50 µs to 1 s. */
  private static final long[] WORK_MICROS = {
    50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000
  };

  private Buckets() {}

  /** Buckets of waits for a provider. */
  static Duration[] answer() {
    return LongStream.of(ANSWER_MILLIS).mapToObj(Duration::ofMillis).toArray(Duration[]::new);
  }

  /** Buckets of work within the gateway or its store. */
  static Duration[] work() {
    return LongStream.of(WORK_MICROS)
        .mapToObj(micros -> Duration.ofNanos(micros * 1000))
        .toArray(Duration[]::new);
  }
}

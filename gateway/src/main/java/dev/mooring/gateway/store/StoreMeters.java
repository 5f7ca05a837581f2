package dev.mooring.gateway.store;

import dev.mooring.gateway.telemetry.Metrics;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** How long calls to the store take, by kind and by whether they were answered. */
final class StoreMeters {
  private final Map<Call, Timer> answered = new EnumMap<>(Call.class);
  private final Map<Call, Timer> failed = new EnumMap<>(Call.class);

  /** The kinds of calls. */
  enum Call {
    READ,
    WRITE,
    ISSUER,
    REMEMBER
  }

  StoreMeters(Metrics metrics) {
    for (Call call : Call.values()) {
      answered.put(call, timer(metrics, call, "answered"));
      failed.put(call, timer(metrics, call, "failed"));
    }
  }

  /** Makes a call and notes how long it took. */
  <T> CompletionStage<T> time(Call call, Supplier<CompletionStage<T>> made) {
    long start = System.nanoTime();
    return made.get()
        .whenComplete(
            (value, failure) ->
                Objects.requireNonNull((failure == null ? answered : failed).get(call))
                    .record(System.nanoTime() - start, TimeUnit.NANOSECONDS));
  }

  private static Timer timer(Metrics metrics, Call call, String result) {
    String operation = call.name().toLowerCase(Locale.ROOT);
    return metrics.timer(
        "mooring.store.calls", "Calls to the store", "operation", operation, "result", result);
  }
}

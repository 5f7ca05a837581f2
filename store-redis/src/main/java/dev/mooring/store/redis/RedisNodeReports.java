package dev.mooring.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The reports as a hash in Redis, which one script writes and reads. */
final class RedisNodeReports implements NodeReports {
  /** The time between two reports. */
  static final Duration EVERY = Duration.ofSeconds(2);

  /** How long a report counts: a few may be missed. */
  static final Duration KEPT = Duration.ofSeconds(10);

  private static final Logger log = LoggerFactory.getLogger(RedisNodeReports.class);

  private final RedisConnection connection;
  private final Breaker breaker;
  private final PinKeys keys;
  private final Later later;
  private final RedisScript script = RedisScript.of("reports.lua");
  private final String node = UUID.randomUUID().toString();
  private volatile boolean closed;

  RedisNodeReports(RedisConnection connection, Breaker breaker, PinKeys keys, Later later) {
    this.connection = connection;
    this.breaker = breaker;
    this.keys = keys;
    this.later = later;
  }

  @Override
  public void start(Supplier<String> own, Consumer<List<String>> heard) {
    connection.opened().thenRun(() -> exchange(own, heard));
  }

  @Override
  public void close() {
    closed = true;
  }

  private void exchange(Supplier<String> own, Consumer<List<String>> heard) {
    if (closed) {
      return;
    }
    told(own)
        .handle(
            (all, failure) ->
                failure == null ? all.stream().map(String::valueOf).toList() : List.<String>of())
        .thenAccept(heard)
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                log.error("A listener of reports failed", failure);
              }
              later.run(EVERY, () -> exchange(own, heard));
            });
  }

  private CompletionStage<List<String>> told(Supplier<String> own) {
    return breaker.run(
        () ->
            script.run(
                connection,
                List.of(keys.reports()),
                List.of(node, own.get(), Long.toString(KEPT.toMillis()))));
  }
}

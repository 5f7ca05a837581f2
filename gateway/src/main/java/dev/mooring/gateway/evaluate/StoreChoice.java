package dev.mooring.gateway.evaluate;

import java.util.concurrent.atomic.AtomicInteger;

/** Where the nodes of a run keep their pins: each in its memory, or all in one Redis. */
public final class StoreChoice {
  private static final AtomicInteger RUNS = new AtomicInteger();

  private final String redisUri;

  private StoreChoice(String redisUri) {
    this.redisUri = redisUri;
  }

  /** Each node's own memory. */
  public static StoreChoice memory() {
    return new StoreChoice("");
  }

  /** A Redis; each run has keys of its own there. */
  public static StoreChoice redis(String uri) {
    return new StoreChoice(uri);
  }

  /** What the configuration of one run's nodes says of the store, in YAML. */
  String yaml() {
    return redisUri.isEmpty()
        ? "{ type: memory }"
        : "{ type: redis, redis: { uri: \"%s\", keyPrefix: \"mooring-evaluate:%d:%d:\", timeout: 2s } }"
            .formatted(redisUri, ProcessHandle.current().pid(), RUNS.incrementAndGet());
  }
}

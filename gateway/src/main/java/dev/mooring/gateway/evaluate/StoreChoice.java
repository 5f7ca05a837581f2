package dev.mooring.gateway.evaluate;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Where the nodes of a run keep their pins: each in its memory, or all in one Redis. */
public final class StoreChoice {
  private static final AtomicInteger RUNS = new AtomicInteger();

  /** The time-out of calls that are all answered, however busy the machine is. */
  private static final String LONG = "2s";

  /** The same where many are not, each of which takes as long. */
  private static final String SHORT = "250ms";

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

  /** Whether a script of faults can be played with it. */
  public boolean plays(FaultScript script) {
    return script.redis().isEmpty() || redisUri.startsWith("redis://");
  }

  /** Opens the store of one run. */
  Future<RunStore> open(Vertx vertx, FaultScript script) {
    if (redisUri.isEmpty()) {
      return Future.succeededFuture(new RunStore(vertx, "", "", "{ type: memory }", null));
    }
    boolean paused =
        script.redis().stream().anyMatch(fault -> fault.kind() == RedisFault.Kind.PAUSE);
    return paused
        ? RedisGate.to(vertx, redisUri).map(gate -> redis(vertx, gate.uri(), SHORT, gate))
        : Future.succeededFuture(redis(vertx, redisUri, LONG, null));
  }

  private RunStore redis(Vertx vertx, String uri, String timeout, @Nullable RedisGate gate) {
    String prefix =
        "mooring-evaluate:%d:%d:".formatted(ProcessHandle.current().pid(), RUNS.incrementAndGet());
    String yaml =
        "{ type: redis, redis: { uri: \"%s\", keyPrefix: \"%s\", timeout: %s } }"
            .formatted(uri, prefix, timeout);
    return new RunStore(vertx, redisUri, prefix, yaml, gate);
  }
}

package dev.mooring.gateway.store;

import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.config.RedisConfig;
import dev.mooring.gateway.config.StoreConfig;
import dev.mooring.gateway.routing.Health;
import dev.mooring.gateway.routing.TargetSpeeds;
import dev.mooring.gateway.telemetry.Metrics;
import dev.mooring.store.memory.MemoryLimitStore;
import dev.mooring.store.memory.MemoryPinStore;
import io.netty.channel.EventLoop;
import java.time.InstantSource;

/** The store of a node: one for all its event loops, or one each. */
public sealed interface NodeStore extends AutoCloseable permits MemoryNodeStore, RedisNodeStore {
  /**
   * The store that a configuration asks for; it stays until the node ends.
   *
   * @param health what the node knows, shared with the other nodes of a shared store
   * @param speeds likewise
   */
  static NodeStore of(
      GatewayConfig config,
      InstantSource clock,
      Metrics metrics,
      Health health,
      TargetSpeeds speeds) {
    StoreConfig store = config.store();
    int maxModels = config.affinity().maxModels();
    RedisConfig redis = store.redis();
    return redis == null
        ? new MemoryNodeStore(
            new MemoryPinStore(clock, maxModels, store.maxEntries(), store.maxBytes()),
            new MemoryLimitStore(clock))
        : new RedisNodeStore(redis, maxModels, clock, metrics, health, speeds);
  }

  /**
   * Opens the stores of one event loop. It may load classes for longer than an event loop may be
   * blocked: call it from another thread. It does not wait for a store that is away.
   */
  LoopStores open(EventLoop loop);

  /** How the store is now. */
  StoreStatus status();

  /** Lets the store go; nothing waits for it. */
  @Override
  void close();
}

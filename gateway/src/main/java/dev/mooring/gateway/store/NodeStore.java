package dev.mooring.gateway.store;

import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.SessionRecord.Retention;
import dev.mooring.affinity.cache.LearnedLifetimes;
import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.config.RedisConfig;
import dev.mooring.gateway.config.StoreConfig;
import dev.mooring.gateway.routing.Health;
import dev.mooring.gateway.routing.TargetSpeeds;
import dev.mooring.gateway.telemetry.Metrics;
import dev.mooring.store.memory.DurableStore;
import dev.mooring.store.memory.MemoryLimitStore;
import dev.mooring.store.memory.MemoryPinStore;
import dev.mooring.store.memory.MemorySessionRecord;
import io.netty.channel.EventLoop;
import java.nio.file.Path;
import java.time.InstantSource;

/** The store of a node: one for all its event loops, or one each. */
public sealed interface NodeStore extends AutoCloseable
    permits DurableNodeStore, MemoryNodeStore, RedisNodeStore {
  /**
   * The store that a configuration asks for; it stays until the node ends. A file is read here.
   *
   * @param health what the node knows, shared with the other nodes of a shared store
   * @param speeds likewise
   * @param lifetimes likewise
   * @throws IllegalStateException when another process uses the file
   */
  static NodeStore of(
      GatewayConfig config,
      InstantSource clock,
      Metrics metrics,
      Health health,
      TargetSpeeds speeds,
      LearnedLifetimes lifetimes) {
    StoreConfig store = config.store();
    int maxModels = config.affinity().maxModels();
    Retention retention = new Retention(store.retention().events(), store.retention().sessions());
    RedisConfig redis = store.redis();
    if (redis != null) {
      return new RedisNodeStore(
          redis, maxModels, retention, clock, metrics, health, speeds, lifetimes);
    }
    MemoryLimitStore limits = new MemoryLimitStore(clock);
    Path file = store.file();
    if (file != null) {
      DurableStore.Settings settings =
          new DurableStore.Settings(
              file, maxModels, store.maxEntries(), store.maxBytes(), retention);
      return new DurableNodeStore(DurableStore.open(settings, clock), limits, metrics);
    }
    return new MemoryNodeStore(
        new MemoryPinStore(clock, maxModels, store.maxEntries(), store.maxBytes()),
        new MemorySessionRecord(clock, retention),
        limits);
  }

  /**
   * Opens the stores of one event loop. It may load classes for longer than an event loop may be
   * blocked: call it from another thread. It does not wait for a store that is away.
   */
  LoopStores open(EventLoop loop);

  /** The record of sessions of all loops, to read. */
  SessionRecord record();

  /** How the store is now. */
  StoreStatus status();

  /** Lets the store go; blocks for a moment where writes wait for Redis or a file. */
  @Override
  void close();
}

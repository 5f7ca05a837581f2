package dev.mooring.gateway.store;

import dev.mooring.affinity.SessionRecord;
import dev.mooring.gateway.telemetry.Metrics;
import dev.mooring.store.memory.DurableStore;
import dev.mooring.store.memory.FileState;
import dev.mooring.store.memory.MemoryLimitStore;
import io.netty.channel.EventLoop;

/** The embedded store, one for all event loops, kept over restarts in a file. */
final class DurableNodeStore implements NodeStore {
  private final DurableStore store;
  private final MemoryLimitStore limits;

  DurableNodeStore(DurableStore store, MemoryLimitStore limits, Metrics metrics) {
    this.store = store;
    this.limits = limits;
    metrics.gauge(
        "mooring.store.up",
        "1 while the sessions file can be written",
        store,
        each -> each.state().failingSince().isEmpty() ? 1 : 0);
    metrics.gauge(
        "mooring.store.file.waiting",
        "Changes that wait to be written to the sessions file",
        store,
        each -> each.state().waiting());
    metrics.count(
        "mooring.store.file.failures",
        "Failures to write the sessions file",
        store,
        each -> (double) each.state().failures());
    metrics.count(
        "mooring.store.file.lost",
        "Changes to the sessions file that were given up",
        store,
        each -> (double) each.state().lost());
  }

  @Override
  public LoopStores open(EventLoop loop) {
    return new LoopStores(store.pins(), store.pins(), store.record(), limits);
  }

  @Override
  public SessionRecord record() {
    return store.record();
  }

  @Override
  public StoreStatus status() {
    FileState state = store.state();
    return new StoreStatus("memory", state.failingSince().orElse(null), true);
  }

  @Override
  public void close() {
    store.close();
  }
}

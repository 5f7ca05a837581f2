package dev.mooring.gateway.store;

import dev.mooring.affinity.SessionRecord;
import dev.mooring.store.memory.MemoryLimitStore;
import dev.mooring.store.memory.MemoryPinStore;
import io.netty.channel.EventLoop;

/** The embedded store, one for all event loops, which ends with the process. */
record MemoryNodeStore(MemoryPinStore store, SessionRecord record, MemoryLimitStore limits)
    implements NodeStore {
  @Override
  public LoopStores open(EventLoop loop) {
    return new LoopStores(store, store, record, limits);
  }

  @Override
  public StoreStatus status() {
    return new StoreStatus("memory", null, true);
  }

  @Override
  public void close() {
    store.close();
  }
}

package dev.mooring.gateway.store;

import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinStore;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A store of pins whose calls are timed. */
record TimedPinStore(PinStore store, StoreMeters meters) implements PinStore {
  @Override
  public CompletionStage<List<PinState>> read(SessionKey session, List<String> models) {
    return meters.time(StoreMeters.Call.READ, () -> store.read(session, models));
  }

  @Override
  public CompletionStage<PinWrite.Result> write(PinWrite write) {
    return meters.time(StoreMeters.Call.WRITE, () -> store.write(write));
  }

  @Override
  public CompletionStage<PinWrite.Result> writeWithTurn(PinWrite write) {
    return meters.time(StoreMeters.Call.WRITE, () -> store.writeWithTurn(write));
  }

  @Override
  public void close() {
    store.close();
  }
}

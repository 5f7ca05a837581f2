package dev.mooring.gateway.store;

import dev.mooring.affinity.IssuerStore;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A store of issuers whose calls are timed. */
record TimedIssuerStore(IssuerStore store, StoreMeters meters) implements IssuerStore {
  @Override
  public CompletionStage<@Nullable Issuer> issuer(List<String> idHashes) {
    return meters.time(StoreMeters.Call.ISSUER, () -> store.issuer(idHashes));
  }

  @Override
  public CompletionStage<Void> remember(List<String> idHashes, Issuer issuer) {
    return meters.time(StoreMeters.Call.REMEMBER, () -> store.remember(idHashes, issuer));
  }
}

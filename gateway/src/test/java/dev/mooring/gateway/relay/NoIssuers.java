package dev.mooring.gateway.relay;

import dev.mooring.affinity.IssuerStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Issuers of nothing. */
final class NoIssuers implements IssuerStore {
  @Override
  public CompletionStage<@Nullable Issuer> issuer(List<String> idHashes) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletionStage<Void> remember(List<String> idHashes, Issuer issuer) {
    return CompletableFuture.completedFuture(null);
  }
}

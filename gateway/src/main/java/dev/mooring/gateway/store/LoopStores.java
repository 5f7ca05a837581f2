package dev.mooring.gateway.store;

import dev.mooring.affinity.IssuerStore;
import dev.mooring.affinity.PinStore;
import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.limit.LimitStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The stores that the requests of one event loop use; their answers arrive on that loop.
 *
 * @param answered completes when they have answered for the first time and what the nodes know of
 *     health has been heard; while a store is away it stays open
 */
public record LoopStores(
    PinStore pins,
    IssuerStore issuers,
    SessionRecord record,
    LimitStore limits,
    CompletionStage<Void> answered) {
  /** Stores that answer from the start. */
  public LoopStores(PinStore pins, IssuerStore issuers, SessionRecord record, LimitStore limits) {
    this(pins, issuers, record, limits, CompletableFuture.completedStage(null));
  }
}

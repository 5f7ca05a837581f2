package dev.mooring.gateway.store;

import dev.mooring.affinity.IssuerStore;
import dev.mooring.affinity.PinStore;
import dev.mooring.affinity.SessionRecord;

/** The stores that the requests of one event loop use; their answers arrive on that loop. */
public record LoopStores(PinStore pins, IssuerStore issuers, SessionRecord record) {}

package dev.mooring.gateway.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How the store is, for readiness.
 *
 * @param type the value of {@code store.type}
 * @param downSince since when it does not answer, or takes no writes; null while it does both
 * @param read whether it answers reads
 */
public record StoreStatus(String type, @Nullable Instant downSince, boolean read) {}

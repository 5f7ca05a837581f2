package dev.mooring.gateway.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How the store is, for readiness.
 *
 * @param type the value of {@code store.type}
 * @param downSince since when it does not answer; null while it does
 */
public record StoreStatus(String type, @Nullable Instant downSince) {}

package dev.mooring.store.redis;

import java.time.Instant;
import java.util.Optional;

/**
 * How the store is at a moment, for metrics and readiness.
 *
 * @param healthy whether calls are made; otherwise they fail at once
 * @param openSince since when calls have not been made, empty while healthy
 * @param refusedSince since when Redis refuses writes although it answers, empty while it does not
 * @param waiting writes that Redis missed and will be given
 * @param dropped missed writes that were given up because too many waited
 * @param lapsed missed writes whose pin's lifetime ended while they waited
 * @param replayed missed writes that Redis was given
 */
public record StoreState(
    boolean healthy,
    Optional<Instant> openSince,
    Optional<Instant> refusedSince,
    int waiting,
    long dropped,
    long lapsed,
    long replayed) {}

package dev.mooring.store.memory;

import java.time.Instant;
import java.util.Optional;

/**
 * How the file of a durable store is at a moment, for metrics and readiness.
 *
 * @param failingSince since when it cannot be written; empty while it can
 * @param waiting changes that wait to be written
 * @param failures how often writing failed
 * @param lost changes that were given up: too many waited, or they could not be written at all
 */
public record FileState(Optional<Instant> failingSince, int waiting, long failures, long lost) {}

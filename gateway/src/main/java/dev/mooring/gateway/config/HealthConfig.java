package dev.mooring.gateway.config;

import java.time.Duration;

/**
 * When a credential counts as down for a model.
 *
 * @param failures so many 5xx, time-outs or network failures in a row take it down
 * @param initialDown how long it is down the first time; doubled each time after
 * @param maxDown the longest time it is down, also by a 429's {@code Retry-After}
 * @param rejectedDown how long it is down after it was rejected outright
 * @param rates from which rates of bad calls on it is degraded, or down
 */
public record HealthConfig(
    int failures,
    Duration initialDown,
    Duration maxDown,
    Duration rejectedDown,
    RatesConfig rates) {}

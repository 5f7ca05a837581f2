package dev.mooring.gateway.config;

import java.time.Duration;

/**
 * Session affinity.
 *
 * @param enabled false: every request is handled as if its caller had opted out
 * @param margin how long before the provider's cache a pin ends
 * @param maxLifetime the longest life of a pin
 * @param maxModels the most pins a session has, one a model
 * @param learnLifetimes whether pins last as long as answers show that caches do, where nobody says
 *     how long
 * @param waiting when a large prompt waits rather than moves
 */
public record AffinityConfig(
    boolean enabled,
    Duration margin,
    Duration maxLifetime,
    int maxModels,
    boolean learnLifetimes,
    WaitConfig waiting) {}

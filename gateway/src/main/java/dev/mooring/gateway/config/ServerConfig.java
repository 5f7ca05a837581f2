package dev.mooring.gateway.config;

import java.time.Duration;

/**
 * The API listener.
 *
 * @param maxBodyBytes the longest request body, as sent and as decoded, in bytes
 * @param drainDelay how long the listener still accepts after readiness is gone, so that load
 *     balancers hear of it
 * @param drainTimeout how long running requests may go on when the listener has closed
 * @param heartbeat the longest silence towards a streaming client
 * @param openAccess {@code auth: none} is written out: no client keys off loopback
 */
public record ServerConfig(
    String host,
    int port,
    long maxBodyBytes,
    Duration drainDelay,
    Duration drainTimeout,
    Duration heartbeat,
    boolean openAccess) {}

package dev.mooring.gateway.config;

import java.time.Duration;

/**
 * The API listener.
 *
 * @param maxBodyBytes the longest request body, as sent and as decoded, in bytes
 * @param drainTimeout how long running requests may go on after SIGTERM
 * @param heartbeat the longest silence towards a streaming client
 * @param openAccess {@code auth: none} is written out: no client keys off loopback
 */
public record ServerConfig(
    String host,
    int port,
    long maxBodyBytes,
    Duration drainTimeout,
    Duration heartbeat,
    boolean openAccess) {}

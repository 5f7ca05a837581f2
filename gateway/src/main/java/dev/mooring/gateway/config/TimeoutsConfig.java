package dev.mooring.gateway.config;

import java.time.Duration;

/**
 * How long an upstream is waited for.
 *
 * @param connect for a connection
 * @param firstByte from the request sent to the answer's head, and to a stream's first event
 * @param idle between two pieces of an answer
 */
public record TimeoutsConfig(Duration connect, Duration firstByte, Duration idle) {}

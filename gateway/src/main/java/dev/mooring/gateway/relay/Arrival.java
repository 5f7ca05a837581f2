package dev.mooring.gateway.relay;

/**
 * How a request came in.
 *
 * @param headNanos when its head came, by {@link System#nanoTime}
 * @param bodyNanos how long the body was waited for, in nanoseconds
 */
public record Arrival(long headNanos, long bodyNanos) {}

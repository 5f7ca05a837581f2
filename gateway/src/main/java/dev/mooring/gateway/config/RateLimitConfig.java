package dev.mooring.gateway.config;

import dev.mooring.affinity.limit.Window;
import org.jspecify.annotations.Nullable;

/**
 * How much a client key or a team may call in a window.
 *
 * @param requests the most requests; null for any number
 * @param tokens the most tokens, input and output; null for any number
 * @param per the window
 */
public record RateLimitConfig(@Nullable Long requests, @Nullable Long tokens, Window.Sliding per) {}

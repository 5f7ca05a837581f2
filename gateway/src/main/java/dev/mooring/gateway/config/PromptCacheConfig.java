package dev.mooring.gateway.config;

import java.time.Duration;
import java.util.List;

/**
 * How cache markers are put into requests that bring none.
 *
 * @param autoInject whether they are, where the request does not say
 * @param ttl the lifetime they ask for: 5 min or 1 h
 * @param points where they go; empty for the gateway's own choice
 */
public record PromptCacheConfig(boolean autoInject, Duration ttl, List<MarkerPoint> points) {}

package dev.mooring.gateway.api;

/**
 * The tokens of one answer, in one counting for all APIs: {@code input} includes what was read from
 * and written to the cache, as OpenAI counts, not as Anthropic does.
 *
 * @param input all input tokens
 * @param cacheRead input tokens read from the cache
 * @param cacheWrite input tokens written to the cache, of either lifetime
 * @param cacheWrite1h the part of {@code cacheWrite} that was written for an hour
 * @param output output tokens, reasoning included
 */
public record Usage(long input, long cacheRead, long cacheWrite, long cacheWrite1h, long output) {}

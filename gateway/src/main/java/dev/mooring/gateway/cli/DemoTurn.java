package dev.mooring.gateway.cli;

/**
 * What a turn of the demo measured, from the answer's own usage fields.
 *
 * @param input all input tokens, those of the cache included
 * @param cacheRead input tokens read from the cache
 * @param cacheWrite input tokens that the answer says were written to the cache
 * @param firstTokenNanos from the request to the first output
 * @param text the answer
 */
record DemoTurn(long input, long cacheRead, long cacheWrite, long firstTokenNanos, String text) {}

package dev.mooring.gateway.config;

import java.time.Duration;

/**
 * How one credential is retried before the next candidate is tried.
 *
 * @param maxRetries tries after the first
 * @param initialBackoff the wait before the first retry; doubled for each after
 * @param maxBackoff the longest wait; a 429 that asks for more is not waited for
 */
public record RetryConfig(int maxRetries, Duration initialBackoff, Duration maxBackoff) {}

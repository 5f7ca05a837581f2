package dev.mooring.gateway.config;

import dev.mooring.affinity.limit.Window;

/**
 * How much a client key or a team may spend in a window.
 *
 * @param limitNanoUsd the most, in billionths of a US dollar
 * @param period the window
 */
public record BudgetConfig(long limitNanoUsd, Window period) {}

package dev.mooring.gateway.routing;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What a request's {@code sort} did to the targets of a model.
 *
 * @param option {@code cost}, {@code ttft} or {@code tps}
 * @param metrics each provider's metric, in the order that came of it: USD per million tokens,
 *     milliseconds, or tokens per second; empty where nothing is known
 * @param deprioritizedProviders those that came later for their health alone
 */
public record Sorting(
    String option, Map<String, OptionalDouble> metrics, List<String> deprioritizedProviders) {}

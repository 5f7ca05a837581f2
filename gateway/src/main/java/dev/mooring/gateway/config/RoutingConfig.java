package dev.mooring.gateway.config;

import java.util.List;

/**
 * What is decided before a model's own targets are looked at.
 *
 * @param rules in the order written: the first that matches decides
 */
public record RoutingConfig(List<RuleConfig> rules) {}

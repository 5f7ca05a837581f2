package dev.mooring.gateway.config;

import dev.mooring.gateway.config.ModelConfig.TargetConfig;
import java.util.List;

/**
 * A routing rule: for the requests that it matches, its targets take the place of the model's.
 *
 * @param name names the rule in reports; unique
 * @param when which requests it matches
 * @param targets at least one
 * @param fallbacks tried after all targets, in the order written; none of them has a weight
 */
public record RuleConfig(
    String name, RuleCondition when, List<TargetConfig> targets, List<TargetConfig> fallbacks) {}

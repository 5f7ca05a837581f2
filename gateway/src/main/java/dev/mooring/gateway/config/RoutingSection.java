package dev.mooring.gateway.config;

import dev.mooring.gateway.config.ModelConfig.TargetConfig;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** {@code routing}: the rules. */
final class RoutingSection {
  private static final int MOST_RULES = 1000;
  private static final int MOST_TARGETS = 100;

  private static final Field<String> NAME = Field.required("name", Values.id(), "");
  private static final Field<RuleCondition> WHEN =
      Field.required("when", RuleCondition.parser(), RuleCondition.NEVER);
  private static final Field<List<SectionReader>> TARGETS =
      Field.requiredSections("targets", TargetSection.SECTION);
  private static final Field<List<SectionReader>> FALLBACKS =
      Field.sections("fallbacks", TargetSection.SECTION);

  private static final Field<List<SectionReader>> RULES =
      Field.sections("rules", Section.of(NAME, WHEN, TARGETS, FALLBACKS));

  static final Section SECTION = Section.of(RULES);

  private RoutingSection() {}

  /**
   * Binds the section.
   *
   * @param providers the known ones, by id
   */
  static RoutingConfig bind(SectionReader in, Map<String, ProviderConfig> providers) {
    List<RuleConfig> rules = new ArrayList<>();
    Set<String> names = new HashSet<>();
    List<SectionReader> written = in.each(RULES);
    if (written.size() > MOST_RULES) {
      in.refuse(RULES, "has " + written.size() + " rules (expected: at most " + MOST_RULES + ")");
    }
    for (SectionReader rule : written) {
      RuleConfig bound =
          new RuleConfig(
              rule.get(NAME),
              rule.get(WHEN),
              targets(rule, TARGETS, providers),
              targets(rule, FALLBACKS, providers));
      check(rule, bound);
      if (!bound.name().isEmpty() && !names.add(bound.name())) {
        rule.refuse(NAME, "'" + bound.name() + "' is another rule too (rename one)");
      }
      rules.add(bound);
    }
    return new RoutingConfig(List.copyOf(rules));
  }

  /** Binds a list of targets, in the order written. */
  private static List<TargetConfig> targets(
      SectionReader rule, Field<List<SectionReader>> field, Map<String, ProviderConfig> providers) {
    List<SectionReader> sections = rule.each(field);
    if (sections.size() > MOST_TARGETS) {
      rule.refuse(field, "has " + sections.size() + " (expected: at most " + MOST_TARGETS + ")");
    }
    List<TargetConfig> targets = TargetSection.bind(sections, providers);
    for (int i = 0; i < targets.size(); i++) {
      TargetConfig target = targets.get(i);
      if (!target.provider().isEmpty()
          && targets.subList(0, i).stream().anyMatch(earlier -> same(earlier, target))) {
        sections.get(i).refuse("is written twice (keep one of them)");
      }
    }
    return targets;
  }

  /** Adds what is wrong with a rule as a whole. */
  private static void check(SectionReader in, RuleConfig rule) {
    if (rule.targets().isEmpty() && in.has(TARGETS) && in.find(TARGETS).isPresent()) {
      in.refuse(TARGETS, "has no entry (expected: at least one with provider and model)");
    }
    for (TargetConfig fallback : rule.fallbacks()) {
      if (rule.targets().stream().anyMatch(target -> same(target, fallback))) {
        in.refuse(
            FALLBACKS, "names a target of the rule again, " + fallback.provider() + " (remove it)");
      }
    }
    if (rule.fallbacks().stream().anyMatch(fallback -> fallback.weight() != null)) {
      in.refuse(
          FALLBACKS, "has a weight (remove it: fallbacks are tried in the order they are written)");
    }
  }

  /** Whether two targets are the same upstream model with the same credential. */
  private static boolean same(TargetConfig one, TargetConfig other) {
    return one.provider().equals(other.provider())
        && one.model().equals(other.model())
        && Objects.equals(one.credential(), other.credential());
  }
}

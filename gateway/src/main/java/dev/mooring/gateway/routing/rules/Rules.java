package dev.mooring.gateway.routing.rules;

import dev.mooring.gateway.config.RuleCondition.Verdict;
import dev.mooring.gateway.config.RuleConfig;
import dev.mooring.gateway.config.RuleVariable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rules of one configuration. What follows from the few-valued part of a request, its {@link
 * RuleInput.Settled}, is found once and remembered: each such combination keeps a shortlist of the
 * rules that are still open. Safe for many threads.
 */
public final class Rules {
  private static final Logger LOG = LoggerFactory.getLogger(Rules.class);

  /** How many combinations are remembered; past it all are forgotten. */
  static final int MOST_SHORTLISTS = 4096;

  private final List<RuleConfig> rules;
  private final Map<RuleInput.Settled, Shortlist> shortlists = new ConcurrentHashMap<>();
  private final Set<String> failed = ConcurrentHashMap.newKeySet();

  /** The rules in their order. */
  public Rules(List<RuleConfig> rules) {
    this.rules = rules;
  }

  /**
   * The rules left for a combination.
   *
   * @param open those that depend on more, in their order
   * @param otherwise the one that matches if none of them does; null for none
   */
  private record Shortlist(List<RuleConfig> open, @Nullable RuleConfig otherwise) {}

  /** Whether there are none. */
  public boolean isEmpty() {
    return rules.isEmpty();
  }

  /**
   * The first rule that matches; null for none. One that fails on a request does not match it, and
   * that is logged once.
   *
   * @param onFailure takes the name of each rule that fails
   */
  public @Nullable RuleConfig first(RuleInput input, Consumer<String> onFailure) {
    Shortlist shortlist = shortlist(input.settled());
    Map<String, Object> variables = null;
    for (RuleConfig rule : shortlist.open()) {
      Map<String, String> headers = input.headersFor(rule.when());
      if (headers == null) {
        continue;
      }
      if (variables == null) {
        variables = input.variables();
      }
      variables.put(RuleVariable.HEADERS.celName(), headers);
      if (rule.when().decide(variables, code -> fail(rule, code, onFailure)) == Verdict.YES) {
        return rule;
      }
    }
    return shortlist.otherwise();
  }

  /** How many combinations are remembered. */
  int remembered() {
    return shortlists.size();
  }

  private Shortlist shortlist(RuleInput.Settled settled) {
    Shortlist known = shortlists.get(settled);
    if (known != null) {
      return known;
    }
    if (shortlists.size() >= MOST_SHORTLISTS) {
      shortlists.clear();
    }
    Shortlist found = find(settled);
    shortlists.put(settled, found);
    return found;
  }

  private Shortlist find(RuleInput.Settled settled) {
    Map<String, Object> variables = settled.variables();
    List<RuleConfig> open = new ArrayList<>();
    for (RuleConfig rule : rules) {
      switch (rule.when().settle(variables)) {
        case YES -> {
          return new Shortlist(List.copyOf(open), rule);
        }
        case OPEN -> open.add(rule);
        case NO -> {}
      }
    }
    return new Shortlist(List.copyOf(open), null);
  }

  private void fail(RuleConfig rule, String code, Consumer<String> onFailure) {
    onFailure.accept(rule.name());
    if (failed.add(rule.name())) {
      LOG.warn(
          "routing rule {} cannot be evaluated for a request ({}); it does not match such requests",
          rule.name(),
          code);
    }
  }
}

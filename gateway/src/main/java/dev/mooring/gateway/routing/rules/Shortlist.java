package dev.mooring.gateway.routing.rules;

import dev.mooring.gateway.config.RuleCondition.Verdict;
import dev.mooring.gateway.config.RuleConfig;
import dev.mooring.gateway.config.RuleVariable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rules that are left once some of a request is known.
 *
 * @param open those that depend on more, in their order
 * @param otherwise the one that matches if none of them does; null for none
 * @param traits what the open rules read of a request's {@link Traits}
 */
record Shortlist(List<RuleConfig> open, @Nullable RuleConfig otherwise, Reads traits) {

  /**
   * What rules read of a request's traits.
   *
   * @param headers the names of those read by name
   */
  record Reads(boolean user, boolean tags, List<String> headers) {
    /** Whether they read nothing of them. */
    boolean nothing() {
      return !user && !tags && headers.isEmpty();
    }

    static Reads of(List<RuleConfig> rules) {
      TreeSet<String> headers = new TreeSet<>();
      rules.forEach(rule -> headers.addAll(rule.when().headers()));
      return new Reads(
          rules.stream().anyMatch(rule -> rule.when().reads(RuleVariable.USER)),
          rules.stream().anyMatch(rule -> rule.when().reads(RuleVariable.TAGS)),
          List.copyOf(headers));
    }
  }

  /** Those of some rules, in their order, that are open, up to the first that matches. */
  static Shortlist of(List<RuleConfig> rules, Function<RuleConfig, Verdict> verdict) {
    List<RuleConfig> open = new ArrayList<>();
    RuleConfig matching = null;
    for (RuleConfig rule : rules) {
      Verdict found = verdict.apply(rule);
      if (found == Verdict.YES) {
        matching = rule;
        break;
      }
      if (found == Verdict.OPEN) {
        open.add(rule);
      }
    }
    return new Shortlist(List.copyOf(open), matching, Reads.of(open));
  }

  /** The same with what matches if none of these does. */
  Shortlist or(@Nullable RuleConfig last) {
    return otherwise == null ? new Shortlist(open, last, traits) : this;
  }
}

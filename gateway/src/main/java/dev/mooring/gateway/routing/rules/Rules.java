package dev.mooring.gateway.routing.rules;

import dev.mooring.gateway.config.RuleCondition.Verdict;
import dev.mooring.gateway.config.RuleConfig;
import dev.mooring.gateway.config.RuleVariable;
import dev.mooring.gateway.config.RuleVariable.Spread;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rules of one configuration. What follows from a part of a request is found once for all that
 * have the same: first from what has few values, its {@link RuleInput.Settled}, then from its
 * {@link Traits}. Only the rules that are still open then are evaluated. Safe for many threads.
 */
public final class Rules {
  private static final Logger LOG = LoggerFactory.getLogger(Rules.class);

  private final List<RuleConfig> rules;
  private final Remembered<RuleInput.Settled, Shortlist> bySettled = new Remembered<>();
  private final Remembered<Traits, Shortlist> byTraits = new Remembered<>();
  private final Set<String> failed = ConcurrentHashMap.newKeySet();

  /** The rules in their order. */
  public Rules(List<RuleConfig> rules) {
    this.rules = rules;
  }

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
    Shortlist left = left(input);
    Map<String, Object> variables = null;
    for (RuleConfig rule : left.open()) {
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
    return left.otherwise();
  }

  /** How many combinations of few-valued variables are remembered. */
  int rememberedSettled() {
    return bySettled.size();
  }

  /** How many combinations of traits are remembered. */
  int rememberedTraits() {
    return byTraits.size();
  }

  /** The rules that depend on more than what is remembered. */
  private Shortlist left(RuleInput input) {
    Shortlist settled = bySettled.get(input.settled(), () -> settled(input.settled()));
    if (settled.traits().nothing()) {
      return settled;
    }
    Traits traits = Traits.of(input, settled.traits());
    return traits == null ? settled : byTraits.get(traits, () -> narrowed(settled, input));
  }

  private Shortlist settled(RuleInput.Settled settled) {
    Map<String, Object> variables = settled.variables();
    return Shortlist.of(rules, rule -> rule.when().settle(variables, Spread.FEW));
  }

  private static Shortlist narrowed(Shortlist settled, RuleInput input) {
    Map<String, Object> variables = input.variables();
    return Shortlist.of(settled.open(), rule -> verdict(rule, input, variables))
        .or(settled.otherwise());
  }

  private static Verdict verdict(RuleConfig rule, RuleInput input, Map<String, Object> variables) {
    if (rule.when().readsAllHeaders()) {
      return Verdict.OPEN;
    }
    Map<String, String> headers = input.headersFor(rule.when());
    if (headers == null) {
      return Verdict.NO;
    }
    variables.put(RuleVariable.HEADERS.celName(), headers);
    return rule.when().settle(variables, Spread.MANY);
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

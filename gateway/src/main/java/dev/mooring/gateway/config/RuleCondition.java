package dev.mooring.gateway.config;

import dev.cel.runtime.CelEvaluationException;
import dev.mooring.gateway.config.RuleVariable.Spread;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Which requests a rule matches: an expression of the Common Expression Language over the {@link
 * RuleVariable}s that is true or false. Two of the same text are equal.
 *
 * @see <a href="https://github.com/google/cel-spec/blob/master/doc/langdef.md">CEL's definition</a>
 */
public final class RuleCondition {
  /** What stands in for a condition that was refused. */
  static final RuleCondition NEVER =
      new RuleCondition("false", (variables, upTo) -> false, Set.of(), ConditionHeaders.NONE);

  private final String text;
  private final Evaluation evaluation;
  private final Set<RuleVariable> reads;
  private final ConditionHeaders headers;

  RuleCondition(
      String text, Evaluation evaluation, Set<RuleVariable> reads, ConditionHeaders headers) {
    this.text = text;
    this.evaluation = evaluation;
    this.reads = reads;
    this.headers = headers;
  }

  /** The evaluation of an expression. */
  @FunctionalInterface
  interface Evaluation {
    /**
     * The expression's value.
     *
     * @param upTo the variables of a wider spread are unknown: the value is no boolean where it
     *     depends on them
     */
    Object of(Map<String, ?> variables, Spread upTo) throws CelEvaluationException;
  }

  /** What a condition says of a request. */
  public enum Verdict {
    /** The rule matches. */
    YES,
    /** It does not, or failed, which counts as the same. */
    NO,
    /** More has to be known of the request. */
    OPEN
  }

  /** The reading of a field that holds a condition. */
  static ValueParser<RuleCondition> parser() {
    return (node, place) -> ConditionCompiler.compile(Values.text().parse(node, place));
  }

  /**
   * What follows from some of the variables; never fails.
   *
   * @param known the values of all variables of that spread, by name
   * @param upTo their widest spread
   */
  public Verdict settle(Map<String, ?> known, Spread upTo) {
    try {
      Object value = evaluation.of(known, upTo);
      return value instanceof Boolean decided ? verdict(decided) : Verdict.OPEN;
    } catch (CelEvaluationException dependsOnTheRest) {
      return Verdict.OPEN;
    }
  }

  /**
   * What it says of a request: never {@link Verdict#OPEN}.
   *
   * @param variables the values of all variables by name
   * @param failure takes CEL's code of the failure where evaluation fails
   */
  public Verdict decide(Map<String, ?> variables, Consumer<String> failure) {
    try {
      return verdict(Boolean.TRUE.equals(evaluation.of(variables, Spread.EACH)));
    } catch (CelEvaluationException failed) {
      failure.accept(failed.getErrorCode().name());
      return Verdict.NO;
    }
  }

  /** Whether it reads a variable. */
  public boolean reads(RuleVariable variable) {
    return reads.contains(variable);
  }

  /** The headers that it reads by name, in lower case. */
  public Set<String> headers() {
    return headers.read();
  }

  /** Whether it reads headers in another way than by a name that is written in it. */
  public boolean readsAllHeaders() {
    return headers.all();
  }

  /** Of the headers that it reads, those without which it cannot be true. */
  public Set<String> neededHeaders() {
    return headers.needed();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RuleCondition condition && text.equals(condition.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** The expression as written. */
  @Override
  public String toString() {
    return text;
  }

  private static Verdict verdict(boolean matches) {
    return matches ? Verdict.YES : Verdict.NO;
  }
}

package dev.mooring.gateway.config;

import dev.cel.runtime.CelEvaluationException;
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
      new RuleCondition("false", (variables, partly) -> false, ConditionHeaders.NONE);

  private final String text;
  private final Evaluation evaluation;
  private final ConditionHeaders headers;

  RuleCondition(String text, Evaluation evaluation, ConditionHeaders headers) {
    this.text = text;
    this.evaluation = evaluation;
    this.headers = headers;
  }

  /** The evaluation of an expression. */
  @FunctionalInterface
  interface Evaluation {
    /**
     * The expression's value.
     *
     * @param partly whether only the settled variables are known: the value is then no boolean
     *     where it depends on the others
     */
    Object of(Map<String, ?> variables, boolean partly) throws CelEvaluationException;
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
   * What follows from the settled variables alone; never fails.
   *
   * @param settled the values of all {@linkplain RuleVariable#settled() settled} variables by name
   */
  public Verdict settle(Map<String, ?> settled) {
    try {
      Object value = evaluation.of(settled, true);
      return value instanceof Boolean known ? verdict(known) : Verdict.OPEN;
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
      return verdict(Boolean.TRUE.equals(evaluation.of(variables, false)));
    } catch (CelEvaluationException failed) {
      failure.accept(failed.getErrorCode().name());
      return Verdict.NO;
    }
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

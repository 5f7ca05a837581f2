package dev.mooring.gateway.config;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.ast.CelReference;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelAttributePattern;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.runtime.PartialVars;
import dev.cel.runtime.Program;
import dev.cel.validator.CelValidator;
import dev.cel.validator.CelValidatorFactory;
import dev.cel.validator.validators.RegexLiteralValidator;
import dev.mooring.gateway.config.RuleVariable.Spread;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes conditions of texts; loaded with the first configuration that has a rule. */
final class ConditionCompiler {
  private static final int MOST_CHARACTERS = 4096;
  private static final int MOST_ITERATIONS = 1000;

  private static final CelOptions OPTIONS =
      CelOptions.current()
          .enableHeterogeneousNumericComparisons(true)
          .enableQuotedIdentifierSyntax(true)
          .maxExpressionCodePointSize(MOST_CHARACTERS)
          .comprehensionMaxIterations(MOST_ITERATIONS)
          .build();
  private static final Map<Spread, CelAttributePattern[]> WIDER =
      Arrays.stream(Spread.values())
          .collect(Collectors.toUnmodifiableMap(spread -> spread, ConditionCompiler::wider));
  private static final CelCompiler COMPILER = compiler();
  private static final CelRuntime RUNTIME =
      CelRuntimeFactory.plannerRuntimeBuilder().setOptions(OPTIONS).build();
  private static final CelValidator VALIDATOR =
      CelValidatorFactory.standardCelValidatorBuilder(COMPILER, RUNTIME)
          .addAstValidators(RegexLiteralValidator.INSTANCE)
          .build();

  private ConditionCompiler() {}

  /** The condition of a text. */
  static RuleCondition compile(String text) throws RefusedValueException {
    if (text.length() > MOST_CHARACTERS) {
      throw new RefusedValueException(
          "is too long (expected: at most " + MOST_CHARACTERS + " characters)");
    }
    try {
      CelAbstractSyntaxTree tree = checked(COMPILER.compile(text));
      checked(VALIDATOR.validate(tree));
      if (!tree.getResultType().equals(SimpleType.BOOL)) {
        throw new RefusedValueException(
            "is of type "
                + tree.getResultType().name()
                + " (expected: an expression that is true or false)");
      }
      ConditionHeaders headers = ConditionHeaders.of(tree.getExpr());
      headers.check();
      Program program = RUNTIME.createProgram(tree);
      return new RuleCondition(
          text, (known, upTo) -> evaluate(program, known, upTo), reads(tree), headers);
    } catch (CelEvaluationException unplannable) {
      throw new RefusedValueException("does not compile: " + unplannable.getMessage());
    }
  }

  private static Object evaluate(Program program, Map<String, ?> known, Spread upTo)
      throws CelEvaluationException {
    return upTo == Spread.EACH
        ? program.eval(known)
        : program.eval(PartialVars.of(known, Objects.requireNonNull(WIDER.get(upTo))));
  }

  /** The variables of a wider spread. */
  private static CelAttributePattern[] wider(Spread spread) {
    return Arrays.stream(RuleVariable.values())
        .filter(variable -> variable.spread().compareTo(spread) > 0)
        .map(variable -> CelAttributePattern.create(variable.celName()))
        .toArray(CelAttributePattern[]::new);
  }

  /** The variables that an expression refers to. */
  private static Set<RuleVariable> reads(CelAbstractSyntaxTree tree) {
    Set<String> names =
        tree.getReferenceMap().values().stream()
            .map(CelReference::name)
            .collect(Collectors.toUnmodifiableSet());
    return Arrays.stream(RuleVariable.values())
        .filter(variable -> names.contains(variable.celName()))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static CelCompiler compiler() {
    CelCompilerBuilder builder =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(OPTIONS)
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .setResultType(SimpleType.BOOL);
    for (RuleVariable variable : RuleVariable.values()) {
      builder.addVar(variable.celName(), variable.type());
    }
    return builder.build();
  }

  /** The tree of a result without errors. */
  private static CelAbstractSyntaxTree checked(CelValidationResult result)
      throws RefusedValueException {
    try {
      return result.getAst();
    } catch (CelValidationException invalid) {
      throw new RefusedValueException(
          "does not compile: "
              + result.getErrors().stream()
                  .map(ConditionCompiler::told)
                  .collect(Collectors.joining("; "))
              + " (expected: CEL that is true or false, over "
              + RuleVariable.names()
              + ")");
    }
  }

  /** One error of CEL's with its line and column within the expression, both from 1. */
  private static String told(CelIssue issue) {
    String message = issue.getMessage().replace(" (in container '')", "").strip();
    int line = issue.getSourceLocation().getLine();
    if (line < 1) {
      return message;
    }
    return message + " at " + line + ":" + (issue.getSourceLocation().getColumn() + 1);
  }
}

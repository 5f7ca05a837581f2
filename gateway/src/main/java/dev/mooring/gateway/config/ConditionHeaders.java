package dev.mooring.gateway.config;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.CelComprehension;
import dev.cel.common.ast.CelExpr.CelSelect;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a condition uses the headers, found in its expression before any request comes: so that a
 * request's headers need not be copied for it, and a rule whose header is not there costs nothing.
 *
 * @param all whether it uses them otherwise than by a name written in it
 * @param read the names written in it
 * @param needed those of them without which it cannot be true
 */
record ConditionHeaders(boolean all, Set<String> read, Set<String> needed) {
  /** They are not used. */
  static final ConditionHeaders NONE = new ConditionHeaders(false, Set.of(), Set.of());

  private static final String INDEX = "_[_]";
  private static final String AND = "_&&_";
  private static final String OR = "_||_";
  private static final String CHOICE = "_?_:_";
  private static final String IN = "@in";

  /** How an expression uses the headers. */
  static ConditionHeaders of(CelExpr condition) {
    Set<String> read = new TreeSet<>();
    boolean all = collect(condition, read);
    return new ConditionHeaders(all, Set.copyOf(read), Set.copyOf(neededToHold(condition)));
  }

  /** Refuses names that no request's headers can have. */
  void check() throws RefusedValueException {
    for (String name : new TreeSet<>(read)) {
      String lower = name.toLowerCase(Locale.ROOT);
      if (!lower.equals(name)) {
        throw new RefusedValueException(
            "reads header '" + name + "' (expected: names in lower case, '" + lower + "')");
      }
      if (CredentialHeader.is(name)) {
        throw new RefusedValueException(
            "reads header '" + name + "', which holds a credential (remove it; see key and team)");
      }
    }
  }

  /** Adds the names that are written, and says whether headers are used otherwise too. */
  private static boolean collect(CelExpr expression, Set<String> names) {
    String name = named(expression);
    if (name != null) {
      names.add(name);
      return false;
    }
    boolean all = isHeaders(expression);
    for (CelExpr child : children(expression).toList()) {
      all |= collect(child, names);
    }
    return all;
  }

  /** The headers without which an expression cannot be true. */
  private static Set<String> neededToHold(CelExpr expression) {
    if (isCall(expression, AND)) {
      Set<String> needed = new HashSet<>();
      expression.call().args().forEach(each -> needed.addAll(neededToHold(each)));
      return needed;
    }
    if (isCall(expression, IN) || isPresenceTest(expression)) {
      String name = named(expression);
      return name == null ? neededForValue(expression) : Set.of(name);
    }
    return neededForValue(expression);
  }

  /** The headers without which an expression has no value. */
  private static Set<String> neededForValue(CelExpr expression) {
    String name = named(expression);
    if (name != null) {
      return isCall(expression, IN) || isPresenceTest(expression) ? Set.of() : Set.of(name);
    }
    if (isCall(expression, AND) || isCall(expression, OR)) {
      return Set.of();
    }
    if (isCall(expression, CHOICE)) {
      return neededForValue(expression.call().args().get(0));
    }
    if (expression.getKind() == Kind.COMPREHENSION) {
      return neededForValue(expression.comprehension().iterRange());
    }
    Set<String> needed = new HashSet<>();
    children(expression).forEach(child -> needed.addAll(neededForValue(child)));
    return needed;
  }

  /**
   * The header of {@code headers["x"]}, {@code headers.x}, {@code has(headers.x)} or {@code "x" in
   * headers}; null for any other expression.
   */
  private static @Nullable String named(CelExpr expression) {
    if (expression.getKind() == Kind.SELECT) {
      CelSelect select = expression.select();
      return isHeaders(select.operand()) ? select.field() : null;
    }
    if (isCall(expression, INDEX) || isCall(expression, IN)) {
      List<CelExpr> args = expression.call().args();
      int map = isCall(expression, INDEX) ? 0 : 1;
      return isHeaders(args.get(map)) ? text(args.get(1 - map)) : null;
    }
    return null;
  }

  private static @Nullable String text(CelExpr expression) {
    return expression.getKind() == Kind.CONSTANT
            && expression.constant().getKind() == CelConstant.Kind.STRING_VALUE
        ? expression.constant().stringValue()
        : null;
  }

  private static boolean isHeaders(CelExpr expression) {
    return expression.getKind() == Kind.IDENT
        && expression.ident().name().equals(RuleVariable.HEADERS.celName());
  }

  private static boolean isPresenceTest(CelExpr expression) {
    return expression.getKind() == Kind.SELECT && expression.select().testOnly();
  }

  private static boolean isCall(CelExpr expression, String function) {
    return expression.getKind() == Kind.CALL && expression.call().function().equals(function);
  }

  private static Stream<CelExpr> children(CelExpr expression) {
    return switch (expression.getKind()) {
      case SELECT -> Stream.of(expression.select().operand());
      case CALL -> {
        CelCall call = expression.call();
        yield Stream.concat(call.target().stream(), call.args().stream());
      }
      case LIST -> expression.list().elements().stream();
      case MAP ->
          expression.map().entries().stream()
              .flatMap(entry -> Stream.of(entry.key(), entry.value()));
      case STRUCT -> expression.struct().entries().stream().map(CelExpr.CelStruct.Entry::value);
      case COMPREHENSION -> {
        CelComprehension loop = expression.comprehension();
        yield Stream.of(
            loop.iterRange(),
            loop.accuInit(),
            loop.loopCondition(),
            loop.loopStep(),
            loop.result());
      }
      case IDENT, CONSTANT, NOT_SET -> Stream.empty();
    };
  }
}

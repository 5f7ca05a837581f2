package dev.mooring.gateway.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The environment variables that one text names: {@code ${NAME}} and {@code ${NAME:-default}}. They
 * are taken out before the text is parsed as YAML and put back, expanded, into the scalars that
 * held them: so they may stand in a flow mapping, where braces would end a scalar, no value can
 * change the document's structure, and one in a comment asks for nothing. A second dollar sign
 * before one makes it literal.
 */
final class EnvironmentText {
  private static final Pattern EXPRESSION =
      Pattern.compile("\\$\\$\\{|\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}\\r\\n]*))?\\}");
  private static final Pattern MARK = Pattern.compile("\\uE000(\\d{1,9})\\uE001");

  private final Map<String, String> environment;
  private final List<String> expressions = new ArrayList<>();
  private final String marked;

  EnvironmentText(String text, Map<String, String> environment) {
    this.environment = environment;
    Matcher matcher = EXPRESSION.matcher(text);
    StringBuilder out = new StringBuilder();
    while (matcher.find()) {
      matcher.appendReplacement(out, "\uE000" + expressions.size() + "\uE001");
      expressions.add(matcher.group());
    }
    this.marked = matcher.appendTail(out).toString();
  }

  /** The text with a mark, free of YAML's indicators, in place of each expression. */
  String marked() {
    return marked;
  }

  /** Whether a scalar of the marked text holds an expression. */
  boolean holdsExpression(String scalar) {
    return MARK.matcher(scalar).find();
  }

  /** A scalar of the marked text as it was written. */
  String written(String scalar) {
    return MARK.matcher(scalar)
        .replaceAll(match -> Matcher.quoteReplacement(expression(match.group(1))));
  }

  /** A scalar of the marked text with every expression expanded. */
  String expanded(String scalar) throws RefusedValueException {
    if (scalar.contains("${")) {
      throw new RefusedValueException(
          "has a ${ that begins no variable (expected: ${NAME} or ${NAME:-default}; $${ for a"
              + " literal one)");
    }
    Matcher matcher = MARK.matcher(scalar);
    StringBuilder out = new StringBuilder();
    while (matcher.find()) {
      matcher.appendReplacement(out, Matcher.quoteReplacement(value(expression(matcher.group(1)))));
    }
    return matcher.appendTail(out).toString();
  }

  /** The value of a variable; empty where it is not set. */
  String variable(String name) {
    return environment.getOrDefault(name, "");
  }

  /** The expression behind a mark. */
  private String expression(String index) {
    int at = Integer.parseInt(index);
    return at < expressions.size() ? expressions.get(at) : "";
  }

  /** What stands for an expression. */
  private String value(String expression) throws RefusedValueException {
    Matcher parts = EXPRESSION.matcher(expression);
    String name = parts.matches() ? parts.group(1) : null;
    if (name == null) {
      return "${";
    }
    String fallback = parts.group(2);
    String value = environment.get(name);
    if (fallback != null) {
      return value == null || value.isEmpty() ? fallback : value;
    }
    if (value == null) {
      throw new RefusedValueException(
          "environment variable "
              + name
              + " is not set (set it, or write ${"
              + name
              + ":-default})");
    }
    return value;
  }
}

package dev.mooring.gateway.config;

import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Where in a document reading has come to.
 *
 * @param path the field, such as {@code providers[0].baseUrl}; empty at the root
 */
record Place(String path, Findings findings, EnvironmentText environment) {

  /** The place of a field within. */
  Place field(String name) {
    return new Place(path.isEmpty() ? name : path + "." + name, findings, environment);
  }

  /** The place of a list's item within, counted from 0. */
  Place item(int index) {
    return new Place(path + "[" + index + "]", findings, environment);
  }

  /** Adds a fault of the value here. */
  void refuse(Node node, String message) {
    findings.error(line(node), path, message);
  }

  /** Reads the scalar here. */
  Scalar scalar(Node node) throws RefusedValueException {
    if (!(node instanceof ScalarNode scalar)) {
      throw new RefusedValueException("is " + kind(node) + " (expected: a single value)");
    }
    if (scalar.getTag().equals(Tag.NULL)) {
      throw new RefusedValueException("has no value (write one, or remove the field)");
    }
    String value = scalar.getValue();
    boolean expanded = environment.holdsExpression(value);
    return new Scalar(
        environment.written(value),
        environment.expanded(value).strip(),
        expanded || scalar.getTag().equals(Tag.STR),
        expanded || scalar.isPlain());
  }

  /** The line of a node, from 1. */
  static int line(Node node) {
    return node.getStartMark().map(Mark::getLine).orElse(-1) + 1;
  }

  /** What a node is, in words. */
  static String kind(Node node) {
    return switch (node.getNodeType()) {
      case SCALAR -> node.getTag().equals(Tag.NULL) ? "empty" : "a single value";
      case SEQUENCE -> "a list";
      case MAPPING -> "a mapping";
      default -> "an anchor";
    };
  }

  /**
   * One value.
   *
   * @param written before variables were expanded: fit for messages
   * @param text after; white space at its ends removed
   * @param textual whether it may stand for a text: not an unquoted number or boolean
   * @param literal whether it may stand for a number or boolean: not in quotes
   */
  record Scalar(String written, String text, boolean textual, boolean literal) {}
}

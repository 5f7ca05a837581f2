package dev.mooring.gateway.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * One mapping of a document, read field by field. Making one finds unknown and repeated fields;
 * each {@code get} finds what is wrong with its field's value. Every fault is added to the
 * findings, and reading goes on, so that all of them are found in one run.
 */
final class SectionReader {
  private final Section section;
  private final Node node;
  private final Place place;
  private final Map<String, Node> values = new LinkedHashMap<>();

  SectionReader(Section section, Node node, Place place) {
    this.section = section;
    this.node = node;
    this.place = place;
    if (!(node instanceof MappingNode mapping)) {
      place.refuse(
          node,
          "is " + Place.kind(node) + " (expected: " + String.join(", ", section.names()) + ")");
      return;
    }
    for (NodeTuple entry : mapping.getValue()) {
      take(entry);
    }
  }

  /** The value of a field: as written, or its default. */
  <T> T get(Field<T> field) {
    T fallback = Objects.requireNonNull(field.fallback(), field.name());
    Node value = values.get(field.name());
    if (value == null && field.isRequired() && node instanceof MappingNode) {
      place.field(field.name()).refuse(node, "is missing (it is required)");
    }
    return value == null ? fallback : parse(field, value).orElse(fallback);
  }

  /** The value of a field that may be absent. */
  <T> Optional<T> find(Field<T> field) {
    Node value = values.get(field.name());
    return value == null ? Optional.empty() : parse(field, value);
  }

  /** As {@link #find}, with null for what is absent. */
  <T> @Nullable T orNull(Field<T> field) {
    return find(field).orElse(null);
  }

  /** The fields within a field; all of them absent where it is. */
  SectionReader within(Field<SectionReader> field) {
    return find(field).orElseGet(() -> empty(field));
  }

  /** The sections of a list; none where it is absent. */
  List<SectionReader> each(Field<List<SectionReader>> field) {
    return field.isRequired() ? get(field) : find(field).orElse(List.of());
  }

  /** Whether a field is written. */
  boolean has(Field<?> field) {
    return values.containsKey(field.name());
  }

  /** Adds a fault of a field, or of this section where the field is not written. */
  void refuse(Field<?> field, String message) {
    place.field(field.name()).refuse(values.getOrDefault(field.name(), node), message);
  }

  /** Adds a fault of this section. */
  void refuse(String message) {
    place.refuse(node, message);
  }

  /** Adds a warning of a field. */
  void warn(Field<?> field, String message) {
    int line = Place.line(values.getOrDefault(field.name(), node));
    place.findings().warning(line, place.field(field.name()).path(), message);
  }

  /** The value of an environment variable; empty where it is not set. */
  String variable(String name) {
    return place.environment().variable(name);
  }

  /** Takes one entry, or adds what is wrong with its name. */
  private void take(NodeTuple entry) {
    Node key = entry.getKeyNode();
    if (!(key instanceof ScalarNode scalar)) {
      place.refuse(key, "a field's name is " + Place.kind(key) + " (expected: a word)");
      return;
    }
    String name = place.environment().written(scalar.getValue());
    Place at = place.field(name);
    if (values.containsKey(name)) {
      at.refuse(key, "is written twice (remove one)");
      return;
    }
    if (section.knows(name)) {
      values.put(name, entry.getValueNode());
      return;
    }
    place.refuse(
        key, "unknown field '" + name + "'" + NearestName.suggestion(name, section.names()));
  }

  /** The value of a field that is written; empty, and a fault added, where it is refused. */
  private <T> Optional<T> parse(Field<T> field, Node value) {
    Place at = place.field(field.name());
    try {
      return Optional.of(field.parser().parse(value, at));
    } catch (RefusedValueException refused) {
      at.refuse(value, String.valueOf(refused.getMessage()));
      return Optional.empty();
    }
  }

  /** The reader of a section that is not written. */
  private SectionReader empty(Field<SectionReader> field) {
    Node nothing =
        new MappingNode(
            Tag.MAP, true, List.of(), FlowStyle.BLOCK, node.getStartMark(), node.getEndMark());
    return new SectionReader(
        Objects.requireNonNull(field.section(), field.name()), nothing, place.field(field.name()));
  }
}

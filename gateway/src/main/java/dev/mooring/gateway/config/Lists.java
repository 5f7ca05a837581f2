package dev.mooring.gateway.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** The readings of values that hold others. */
final class Lists {
  private Lists() {}

  /** A list, possibly empty; an item that is refused is left out and its fault added. */
  static <T> ValueParser<List<T>> of(ValueParser<T> items) {
    return (node, place) -> {
      if (!(node instanceof SequenceNode sequence)) {
        throw new RefusedValueException("is " + Place.kind(node) + " (expected: a list)");
      }
      List<T> list = new ArrayList<>();
      int index = 0;
      for (Node item : sequence.getValue()) {
        Place at = place.item(index++);
        try {
          list.add(items.parse(item, at));
        } catch (RefusedValueException refused) {
          at.refuse(item, String.valueOf(refused.getMessage()));
        }
      }
      return List.copyOf(list);
    };
  }

  /** The same with at least one item. */
  static <T> ValueParser<List<T>> some(ValueParser<T> items) {
    return (node, place) -> {
      if (node instanceof SequenceNode sequence && sequence.getValue().isEmpty()) {
        throw new RefusedValueException("has no entry (write one, or remove the field)");
      }
      return of(items).parse(node, place);
    };
  }

  /** A mapping of headers' names, in lower case, to values that may be secrets. */
  static ValueParser<Map<String, String>> headers() {
    return (node, place) -> {
      if (!(node instanceof MappingNode mapping)) {
        throw new RefusedValueException("is " + Place.kind(node) + " (expected: name: value)");
      }
      Map<String, String> headers = new LinkedHashMap<>();
      for (NodeTuple entry : mapping.getValue()) {
        header(entry, place, headers);
      }
      return Collections.unmodifiableMap(headers);
    };
  }

  /** Reads one header into the others. */
  private static void header(NodeTuple entry, Place place, Map<String, String> headers)
      throws RefusedValueException {
    String name = Values.headerName().parse(entry.getKeyNode(), place).toLowerCase(Locale.ROOT);
    Place at = place.field(name);
    try {
      if (headers.put(name, Values.headerValue().parse(entry.getValueNode(), at)) != null) {
        at.refuse(entry.getKeyNode(), "is written twice (remove one)");
      }
    } catch (RefusedValueException refused) {
      at.refuse(entry.getValueNode(), String.valueOf(refused.getMessage()));
    }
  }

  /** A mapping of names to weights. */
  static ValueParser<Map<String, Double>> weights() {
    return (node, place) -> {
      if (!(node instanceof MappingNode mapping)) {
        throw new RefusedValueException("is " + Place.kind(node) + " (expected: name: weight)");
      }
      Map<String, Double> weights = new LinkedHashMap<>();
      for (NodeTuple entry : mapping.getValue()) {
        weight(entry, place, weights);
      }
      return Collections.unmodifiableMap(weights);
    };
  }

  /** Reads one weight into the others. */
  private static void weight(NodeTuple entry, Place place, Map<String, Double> weights)
      throws RefusedValueException {
    String name = place.scalar(entry.getKeyNode()).text();
    Place at = place.field(name);
    try {
      if (weights.put(name, Values.amount().parse(entry.getValueNode(), at)) != null) {
        at.refuse(entry.getKeyNode(), "is written twice (remove one)");
      }
    } catch (RefusedValueException refused) {
      at.refuse(entry.getValueNode(), String.valueOf(refused.getMessage()));
    }
  }
}

package dev.mooring.gateway.config;

import org.snakeyaml.engine.v2.nodes.Node;

/** The reading of one kind of value. */
interface ValueParser<T> {
  /**
   * Reads a node.
   *
   * @throws RefusedValueException when the kind cannot be made of it; faults of parts that have a
   *     path of their own are added to the place's findings instead
   */
  T parse(Node node, Place place) throws RefusedValueException;
}

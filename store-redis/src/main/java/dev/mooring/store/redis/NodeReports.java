package dev.mooring.store.redis;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What nodes tell each other of themselves: one text a node, told anew every two seconds and gone
 * soon after its node. Nothing depends on it but choices that are a little better with it.
 */
public interface NodeReports extends AutoCloseable {
  /**
   * Begins to tell and to hear.
   *
   * @param own what this node tells, asked for each time
   * @param heard is given the texts of all nodes, this one's among them, in the same order on every
   *     node; and none each time the store does not answer. Both are called on the store's thread
   *     and must not block
   */
  void start(Supplier<String> own, Consumer<List<String>> heard);

  @Override
  void close();
}

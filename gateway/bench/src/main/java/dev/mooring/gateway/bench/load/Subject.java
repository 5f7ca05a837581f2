package dev.mooring.gateway.bench.load;

import org.jspecify.annotations.Nullable;

/**
 * Something that is measured.
 *
 * @param key what options call it
 * @param name what tables call it
 * @param documents where it takes requests that want no stream
 * @param streams where it takes requests that want one
 * @param pid its process; null where that is not known, or where it is nothing
 * @param probe its JVM, where it is a gateway of ours
 */
record Subject(
    String key,
    String name,
    Endpoint documents,
    Endpoint streams,
    @Nullable Long pid,
    @Nullable JvmProbe probe) {

  /** Where it takes a shape. */
  Endpoint endpoint(Shape shape) {
    return shape.stream() ? streams : documents;
  }

  /** Whether it runs on a JVM that we started, which gets faster while it runs. */
  boolean warms() {
    return mooring() || key.equals(VertxProxy.KEY);
  }

  /** Whether it is a gateway of ours. */
  boolean mooring() {
    return probe != null;
  }
}

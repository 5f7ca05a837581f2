package dev.mooring.gateway.simulator;

import org.jspecify.annotations.Nullable;

/**
 * What a path asks for.
 *
 * @param model the model that the path names; null where the body does
 * @param streamed whether the path asks for a stream; null where the body does
 */
record Route(Dialect dialect, @Nullable String model, @Nullable Boolean streamed) {

  /** A route whose body says the rest. */
  static Route of(Dialect dialect) {
    return new Route(dialect, null, null);
  }
}

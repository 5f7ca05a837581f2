package dev.mooring.gateway.routing;

import java.util.OptionalDouble;

/** How fast targets have been of late, as the nodes have seen it together. */
public interface Speeds {
  /** Nothing is known. */
  Speeds NONE =
      new Speeds() {
        @Override
        public OptionalDouble ttftMillis(String provider, String upstreamModel) {
          return OptionalDouble.empty();
        }

        @Override
        public OptionalDouble tokensPerSecond(String provider, String upstreamModel) {
          return OptionalDouble.empty();
        }
      };

  /** The median time to the first token in milliseconds; empty where nothing is known. */
  OptionalDouble ttftMillis(String provider, String upstreamModel);

  /** The median of output tokens per second; empty where nothing is known. */
  OptionalDouble tokensPerSecond(String provider, String upstreamModel);
}

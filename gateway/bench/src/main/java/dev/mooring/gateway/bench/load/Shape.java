package dev.mooring.gateway.bench.load;

import java.util.Locale;

/** What is asked and answered: the size of the request's body, and whether a stream comes back. */
enum Shape {
  /** A short question. */
  UNARY_2K("2k", "2 KB, one answer", 2_048, false, 16, 80_000),
  /** An agent's turn. */
  UNARY_100K("100k", "100 KB, one answer", 102_400, false, 16, 10_000),
  /** A very long conversation. */
  UNARY_1M("1m", "1 MB, one answer", 1_048_576, false, 16, 1_000),
  /** A short question, answered by 200 events. */
  STREAM("sse", "2 KB, a stream of 200 events", 2_048, true, 32, 1_500);

  private final String key;
  private final String title;
  private final int bytes;
  private final boolean stream;
  private final int connections;
  private final long warmingRequests;

  Shape(
      String key, String title, int bytes, boolean stream, int connections, long warmingRequests) {
    this.key = key;
    this.title = title;
    this.bytes = bytes;
    this.stream = stream;
    this.connections = connections;
    this.warmingRequests = warmingRequests;
  }

  /** What options call it. */
  String key() {
    return key;
  }

  /** What tables call it. */
  String title() {
    return title;
  }

  /** The length of the request's body. */
  int bytes() {
    return bytes;
  }

  /** Whether the answer is a stream. */
  boolean stream() {
    return stream;
  }

  /** How many requests are under way when CPU time is measured. */
  int connections() {
    return connections;
  }

  /** How many requests warm a gateway up. */
  long warmingRequests() {
    return warmingRequests;
  }

  /**
   * The shape of a key.
   *
   * @throws IllegalArgumentException when there is none
   */
  static Shape of(String key) {
    for (Shape shape : values()) {
      if (shape.key.equals(key.strip().toLowerCase(Locale.ROOT))) {
        return shape;
      }
    }
    throw new IllegalArgumentException("--bodies: " + key + " (expected: 2k, 100k, 1m, sse)");
  }
}

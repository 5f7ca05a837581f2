package dev.mooring.gateway.relay;

import io.vertx.core.buffer.Buffer;

/**
 * The events of a stream that are kept until its first output, so that an early error can still
 * fail over (contract, section 6). Bounded in number, bytes and time.
 */
final class HoldBack {
  /** The longest time that the first event is kept, in milliseconds. */
  static final long MAX_MILLIS = 2_000;

  private static final int MAX_EVENTS = 64;
  private static final int MAX_BYTES = 256 * 1024;

  private final Buffer held = Buffer.buffer();
  private int events;

  /** Keeps an event. */
  void add(byte[] bytes, int offset, int length) {
    held.appendBytes(bytes, offset, length);
    events++;
  }

  /** Whether nothing is kept. */
  boolean isEmpty() {
    return events == 0;
  }

  /** Whether a bound is reached. */
  boolean full() {
    return events >= MAX_EVENTS || held.length() >= MAX_BYTES;
  }

  /** What was kept. */
  Buffer content() {
    return held;
  }
}

package dev.mooring.gateway.relay;

import io.vertx.core.buffer.Buffer;

/**
 * The events of a stream that are kept until its first output, so that an early error can still
 * fail over (contract, section 6). Bounded in number, bytes and time; number and time count from
 * the first event that is more than a sign of life.
 */
final class HoldBack {
  /** The longest time that the first such event is kept, in milliseconds. */
  static final long MAX_MILLIS = 2_000;

  private static final int MAX_EVENTS = 64;
  private static final int MAX_BYTES = 256 * 1024;

  private final Buffer held = Buffer.buffer();
  private int events;

  /**
   * Keeps an event.
   *
   * @param signOfLife whether it is a comment or a ping
   * @return whether time counts from here
   */
  boolean add(byte[] bytes, int offset, int length, boolean signOfLife) {
    held.appendBytes(bytes, offset, length);
    if (events == 0 && signOfLife) {
      return false;
    }
    events++;
    return events == 1;
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

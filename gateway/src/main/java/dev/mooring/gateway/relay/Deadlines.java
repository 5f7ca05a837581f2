package dev.mooring.gateway.relay;

import io.vertx.core.Vertx;

/** The time-outs of one event loop; to be used on it. */
public interface Deadlines {
  /** The deadlines in real time of the event loop that this is called on. */
  static Deadlines of(Vertx vertx) {
    return new TimingWheel(vertx);
  }

  /** The time by which they are counted, in nanoseconds since some beginning. */
  long nanoTime();

  /**
   * Has a timer that is not set hear when it is due.
   *
   * @param nanoTime when, by {@link #nanoTime}
   */
  void set(LazyTimer timer, long nanoTime);

  /** Calls a timer off, if it is set. */
  void callOff(LazyTimer timer);
}

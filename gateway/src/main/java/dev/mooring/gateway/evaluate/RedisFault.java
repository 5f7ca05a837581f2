package dev.mooring.gateway.evaluate;

import java.time.Duration;

/**
 * Something that goes wrong with the Redis of a run.
 *
 * @param from when it begins, counted from the traffic's beginning
 * @param until when it is over; of no meaning where Redis is emptied
 */
public record RedisFault(Kind kind, Duration from, Duration until) {

  /** What goes wrong. */
  public enum Kind {
    /** It says nothing; connections stay. */
    PAUSE,
    /** All that the run keeps in it is gone. */
    EMPTY
  }
}

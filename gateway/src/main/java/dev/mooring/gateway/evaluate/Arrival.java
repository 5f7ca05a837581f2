package dev.mooring.gateway.evaluate;

import java.time.Duration;

/**
 * A turn as it was sent in a run.
 *
 * @param turn with the time of its last sending as its start
 * @param again whether it was sent before, and its stream broke: its own prompt is in the cache
 */
record Arrival(Turn turn, boolean again) {
  /** A turn that was sent as planned. */
  static Arrival planned(Turn turn) {
    return new Arrival(turn, false);
  }

  /** A turn that was sent at a time. */
  static Arrival of(Turn turn, Duration at, boolean again) {
    return new Arrival(
        new Turn(
            at,
            turn.session(),
            turn.lane(),
            turn.client(),
            turn.model(),
            turn.prompt(),
            turn.outputTokens()),
        again);
  }
}

package dev.mooring.gateway.simulator;

/**
 * A content block of a prompt.
 *
 * @param prefix the identity of the prompt up to and with this block
 * @param tokens its own length
 * @param marker whether and for how long a caller asked to cache up to here
 */
record PromptBlock(String prefix, int tokens, Marker marker) {

  /** An explicit cache marker. */
  enum Marker {
    NONE,
    SHORT,
    LONG
  }
}

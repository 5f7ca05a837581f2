package dev.mooring.gateway.simulator;

/** An event of a stream, in the framing of its API. */
sealed interface StreamEvent permits SseEvent, AwsFrame, ArrayPiece {

  /**
   * The event on the wire.
   *
   * @param lineEnd what ends a line, where the framing has lines
   */
  byte[] wire(String lineEnd);
}

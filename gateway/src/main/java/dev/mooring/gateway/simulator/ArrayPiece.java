package dev.mooring.gateway.simulator;

import java.nio.charset.StandardCharsets;

/**
 * A piece of a JSON array that is sent as it grows.
 *
 * @param text what the array goes on with, brackets and commas included
 */
record ArrayPiece(String text) implements StreamEvent {

  @Override
  public byte[] wire(String lineEnd) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

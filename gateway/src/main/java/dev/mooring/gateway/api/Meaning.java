package dev.mooring.gateway.api;

/**
 * What one event of a provider's stream means to the relay.
 *
 * @param output the stream's output begins here: with its first text, reasoning, refusal or tool
 *     delta, or its regular terminal event; true once a stream at most
 * @param metadataPlace the metadata goes into this event (contract, section 6)
 * @param usageOnly Chat's chunk that holds the usage and no choice
 * @param terminal nothing that belongs to the answer follows
 * @param error the provider tells of an error
 */
public record Meaning(
    boolean output, boolean metadataPlace, boolean usageOnly, boolean terminal, boolean error) {

  /** Nothing but bytes to pass on. */
  public static final Meaning NOTHING = new Meaning(false, false, false, false, false);

  /** The first output. */
  static final Meaning OUTPUT = new Meaning(true, false, false, false, false);

  /** An error in words that are no JSON. */
  static final Meaning UNREADABLE_ERROR = new Meaning(false, false, false, false, true);

  /** An error that may be followed by more. */
  static final Meaning ERROR = new Meaning(false, true, false, false, true);
}

package dev.mooring.affinity;

import java.time.Duration;

/**
 * A change to one pin, as a compare-operation: it can be repeated late without undoing a newer
 * write (contract, section 5).
 */
public sealed interface PinWrite {
  /** The session whose pin it is. */
  SessionKey session();

  /** The model that served, by the gateway's own id. */
  String model();

  /** Its kind in a word: {@code claim}, {@code renew}, {@code move} or {@code remove}. */
  String operation();

  /**
   * The first pin: written where none is in force. Of racing claims one wins.
   *
   * @param pin what to write, with a fresh version
   * @param lifetime how long the pin lasts from now; positive
   */
  record Claim(SessionKey session, String model, Pin pin, Duration lifetime) implements PinWrite {
    @Override
    public String operation() {
      return "claim";
    }
  }

  /**
   * A turn was served by the pin that it read: the same holder gets a fresh version and time. Where
   * that holder's pin expired meanwhile it is written again; where another holds, or the pin was
   * removed, nothing happens.
   *
   * @param pin the holder that was read, with a fresh version
   * @param lifetime how long the pin lasts from now; positive
   * @param mayShorten whether a pin that would last longer is cut to {@code lifetime}; otherwise
   *     the longer of the two remains
   */
  record Renew(SessionKey session, String model, Pin pin, Duration lifetime, boolean mayShorten)
      implements PinWrite {
    @Override
    public String operation() {
      return "renew";
    }
  }

  /**
   * A turn was served elsewhere than the pin that it read: the pin moves if it is still the one
   * that was read. Where no pin is in force any more it is written like a claim.
   *
   * @param expected the version that was read
   * @param pin the new holder, with a fresh version
   * @param lifetime how long the pin lasts from now; positive
   */
  record Move(SessionKey session, String model, long expected, Pin pin, Duration lifetime)
      implements PinWrite {
    @Override
    public String operation() {
      return "move";
    }
  }

  /**
   * A turn failed after it had been accepted: the pin goes if it is still the one that this turn
   * read or wrote. It is not remembered as expired.
   *
   * @param expected the version that was read or written
   */
  record Remove(SessionKey session, String model, long expected) implements PinWrite {
    @Override
    public String operation() {
      return "remove";
    }
  }

  /** What became of a write. */
  enum Result {
    /** The store holds what was asked for. */
    DONE,
    /** Another write came first, and nothing was changed. */
    LOST
  }
}

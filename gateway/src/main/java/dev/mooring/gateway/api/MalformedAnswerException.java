package dev.mooring.gateway.api;

/** A provider's answer that is not what its API promises: becomes a 502. */
public final class MalformedAnswerException extends RuntimeException {
  /**
   * @param message what is wrong with the answer
   */
  public MalformedAnswerException(String message) {
    super(message, null, false, false);
  }
}

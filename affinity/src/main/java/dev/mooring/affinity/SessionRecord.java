package dev.mooring.affinity;

import java.time.Duration;
import java.time.Instant;

/**
 * What is kept of sessions for people to look at: a record a session, and a log of routing events
 * (contract, section 8). Implementations never block, never delay an answer, and lose events rather
 * than memory.
 */
public interface SessionRecord {
  /** Keeps nothing. */
  SessionRecord NONE = event -> {};

  /** Why a candidate served. */
  enum Reason {
    /** The session's pin led to it. */
    AFFINITY,
    /** It was the cheapest. */
    COST,
    /** It came first in the order that was asked for or written. */
    ORDER,
    /** It was drawn by weight. */
    WEIGHT,
    /** A routing rule named it. */
    RULE,
    /** Another candidate had failed. */
    FALLBACK,
    /** It had failed before, and was tried again. */
    RETRY
  }

  /**
   * One answered request.
   *
   * @param model the gateway's id of the model that served
   * @param credential the credential's id; for a caller's own a keyed hash
   * @param billingModel the model as the provider names and bills it
   * @param inputTokens all input tokens, those from the cache included
   * @param status the status of the answer
   * @param latency from the first attempt to the answer's end
   * @param time when the answer ended, by the node's clock
   */
  record Event(
      SessionKey session,
      String requestId,
      String api,
      String model,
      String provider,
      String credential,
      String billingModel,
      Reason reason,
      long inputTokens,
      long cachedTokens,
      long outputTokens,
      int status,
      Duration latency,
      Instant time) {}

  /** Adds an event, and counts it in its session's record. */
  void add(Event event);
}

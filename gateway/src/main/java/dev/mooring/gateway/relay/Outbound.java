package dev.mooring.gateway.relay;

import dev.mooring.affinity.SessionKey;
import dev.mooring.gateway.api.Framing;
import dev.mooring.gateway.api.Pieces;
import dev.mooring.gateway.provider.UpstreamCall;
import dev.mooring.gateway.translate.TranslatedRequest;
import org.jspecify.annotations.Nullable;

/**
 * A request as one candidate gets it.
 *
 * @param call how the candidate is called
 * @param body the bytes to send; not to be changed
 * @param translation where the body is not in the caller's format: the way back of the answer; else
 *     null
 * @param session what the candidate's own router is told; null where it is told nothing
 */
record Outbound(
    UpstreamCall call,
    Pieces body,
    @Nullable TranslatedRequest translation,
    @Nullable SessionKey session) {
  private static final String EVENTS = "text/event-stream";
  private static final String FRAMES = "application/vnd.amazon.eventstream";

  /** The same once it was sent: without the body. */
  Outbound sent() {
    return new Outbound(call, Pieces.NONE, translation, session);
  }

  /** Whether the candidate's answer is in another format than the caller's. */
  boolean translated() {
    return translation != null;
  }

  /**
   * Whether an answer is a stream.
   *
   * @param contentType the answer's, or null
   */
  boolean streams(@Nullable String contentType) {
    String stream = call.framing() == Framing.SSE ? EVENTS : FRAMES;
    return contentType != null && contentType.regionMatches(true, 0, stream, 0, stream.length());
  }

  /** Gives the length only: the body is what people say. */
  @Override
  public String toString() {
    return "Outbound[" + call + ", bytes=" + body.length() + "]";
  }
}

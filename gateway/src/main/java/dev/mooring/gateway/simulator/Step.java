package dev.mooring.gateway.simulator;

import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Map;

/** A step of sending an answer. */
sealed interface Step {

  /** Waits. */
  record Pause(Duration duration) implements Step {}

  /** Lets what was written leave before the next step. */
  record Flush() implements Step {}

  /** Waits for ever. */
  record Hang() implements Step {}

  /**
   * Sends the head.
   *
   * @param contentLength bytes; -1 for a chunked body
   */
  record Head(int status, Map<String, String> headers, int contentLength) implements Step {}

  /** Sends a part of the body. */
  record Body(Buffer bytes) implements Step {}

  /** Ends the body. */
  record End() implements Step {}

  /** Sends bytes past the HTTP codec. */
  record Raw(Buffer bytes) implements Step {}

  /** Resets the connection. */
  record Reset() implements Step {}

  /** Closes the connection. */
  record Close() implements Step {}
}

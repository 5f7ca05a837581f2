package dev.mooring.gateway.simulator;

/** The ways in which a simulated answer can go wrong. */
public enum FaultKind {
  /** An error answer: status, headers, body. */
  STATUS,
  /** The connection is reset before any byte. */
  RESET_AT_START,
  /** The connection is reset after so many events. */
  RESET_AFTER_EVENTS,
  /** The connection is closed after so many events, without the body's end. */
  CLOSE_AFTER_EVENTS,
  /** Nothing at all is sent, for a time or forever. */
  STALL_BEFORE_HEAD,
  /** The head is sent at once, then nothing, for a time or forever. */
  STALL_BEFORE_FIRST_EVENT,
  /** Silence after so many events, for a time or forever. */
  STALL_AFTER_EVENTS,
  /** The API's own error event after so many events, then the end. */
  ERROR_EVENT,
  /** The same, but {@code response.failed} on the Responses API. */
  FAILED_EVENT,
  /** The body ends properly after so many events, without the API's terminal event. */
  END_AFTER_EVENTS,
  /** The body ends properly in the middle of the event after so many. */
  END_WITHIN_EVENT,
  /** A byte in the middle of the event after so many is another than it should be. */
  GARBLED_EVENT,
  /** A stream is answered by a JSON document. */
  JSON_FOR_STREAM,
  /** {@code Content-Length} is so many bytes more than what is sent. */
  WRONG_CONTENT_LENGTH,
  /** {@code Content-Length} and {@code Transfer-Encoding: chunked} together. */
  BOTH_LENGTHS,
  /** The body is compressed, whatever was asked for. */
  GZIP,
  /** Every byte of the body is written alone, characters split. */
  ONE_BYTE_CHUNKS,
  /** The events' lines end in CR LF. */
  CRLF,
  /** A comment line before every event. */
  COMMENTS,
  /** A ping event before every event, as Anthropic sends. */
  PINGS,
  /** The connection is closed after the answer, unannounced. */
  CLOSE_AFTER_ANSWER,
  /** An authentication error whose message holds the key that was presented. */
  ECHO_KEY,
  /** A text of so many bytes. */
  LARGE_TEXT,
  /** Another {@code message_start}, {@code response.created} or role chunk after the events. */
  SECOND_START
}

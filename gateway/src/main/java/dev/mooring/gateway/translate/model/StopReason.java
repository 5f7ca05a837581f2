package dev.mooring.gateway.translate.model;

/** Why an answer ended. */
public enum StopReason {
  /** The model had said all. */
  END,
  /** One of the caller's stop sequences came. */
  STOP_SEQUENCE,
  /** The limit on output tokens. */
  MAX_TOKENS,
  /** Tools are to be called. */
  TOOL_CALLS,
  /** The model, or a filter, declined. */
  REFUSAL,
  /** A long turn was paused and may be sent again (Anthropic's {@code pause_turn}). */
  PAUSE,
  /** The context window is full. */
  CONTEXT_WINDOW,
  /** The model produced something that cannot be used, such as a malformed call. */
  ERROR,
  /** A reason that no other format knows. */
  OTHER
}

package dev.mooring.gateway.api;

/** How the events of a provider's stream stand in its bytes. */
public enum Framing {
  /** Server-sent events. */
  SSE,
  /** Amazon's binary frames, each an event of Converse. */
  CONVERSE_FRAMES,
  /** Amazon's binary frames, each around an event of Anthropic's Messages. */
  MESSAGES_FRAMES
}

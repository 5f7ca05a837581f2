package dev.mooring.gateway.http;

/** What callers may look up by GET. */
enum Lookup {
  /** Models, in OpenAI's or Anthropic's shape. */
  MODELS,
  /** Models, as the AI SDK has them. */
  AI_SDK_MODELS,
  /** What the caller may still spend. */
  CREDITS,
  /** How one request went. */
  GENERATION
}

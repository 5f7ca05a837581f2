package dev.mooring.gateway.simulator;

/** An API of the simulated providers: a way to ask, whatever the path. */
public enum SimulatedApi {
  /** OpenAI's Chat Completions, Azure's too. */
  CHAT,
  /** OpenAI's Responses, Azure's too. */
  RESPONSES,
  /** Anthropic's Messages. */
  MESSAGES,
  /** Anthropic's Messages on Vertex: {@code rawPredict} and {@code streamRawPredict}. */
  RAW_PREDICT,
  /** Anthropic's Messages on Bedrock: {@code invoke} and {@code invoke-with-response-stream}. */
  INVOKE,
  /** Bedrock's {@code converse} and {@code converse-stream}. */
  CONVERSE,
  /** Gemini's {@code generateContent} and {@code streamGenerateContent}, Vertex's too. */
  GEMINI,
  /** Counting the tokens of a Messages prompt. */
  COUNT_TOKENS,
  /** {@code /v1/responses/compact}. */
  COMPACT,
  /** OpenAI's embeddings. */
  EMBEDDINGS,
  /** The list of models. */
  MODELS,
  /** The token endpoints of Google and of Entra. */
  TOKEN;

  /** Whether a call of it counts in a limit and may meet a fault that names no API. */
  boolean counts() {
    return this != TOKEN;
  }
}

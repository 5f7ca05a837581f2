package dev.mooring.gateway.simulator;

import org.jspecify.annotations.Nullable;

/** A route of a simulated provider. */
public enum SimulatedApi {
  CHAT("/v1/chat/completions", Dialect.OPENAI),
  RESPONSES("/v1/responses", Dialect.OPENAI),
  MESSAGES("/v1/messages", Dialect.ANTHROPIC),
  COUNT_TOKENS("/v1/messages/count_tokens", Dialect.ANTHROPIC),
  COMPACT("/v1/responses/compact", Dialect.OPENAI),
  EMBEDDINGS("/v1/embeddings", Dialect.OPENAI),
  MODELS("/v1/models", Dialect.OPENAI);

  private final String path;
  private final Dialect dialect;

  SimulatedApi(String path, Dialect dialect) {
    this.path = path;
    this.dialect = dialect;
  }

  /** The path, without a query. */
  public String path() {
    return path;
  }

  /** Whose headers and errors the route has. */
  Dialect dialect() {
    return dialect;
  }

  /** Whether the route generates text, and so reads and writes the prompt cache. */
  boolean generates() {
    return this == CHAT || this == RESPONSES || this == MESSAGES;
  }

  /** The route at a path, or null. */
  static @Nullable SimulatedApi at(String path) {
    for (SimulatedApi api : values()) {
      if (api.path.equals(path)) {
        return api;
      }
    }
    return null;
  }

  /** The two families of headers and error bodies. */
  enum Dialect {
    OPENAI,
    ANTHROPIC
  }
}

package dev.mooring.gateway.config;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A chat API that clients speak to us. */
public enum Api {
  /** OpenAI Chat Completions. */
  CHAT(Dialect.CHAT),
  /** OpenAI Responses. */
  RESPONSES(Dialect.RESPONSES),
  /** Anthropic Messages. */
  MESSAGES(Dialect.MESSAGES);

  private final String path;
  private final @Nullable Dialect dialect;

  Api(Dialect dialect) {
    this.path = dialect.path();
    this.dialect = dialect;
  }

  /** The path of the API on our side. */
  public String path() {
    return path;
  }

  /** The same format among those that providers speak; null where none does. */
  public @Nullable Dialect dialect() {
    return dialect;
  }

  /** The name in configuration and messages: {@code chat}, {@code responses}, {@code messages}. */
  public String configName() {
    return name().toLowerCase(Locale.ROOT);
  }
}

package dev.mooring.gateway.config;

import java.util.Locale;

/** A chat API: a wire format that clients speak to us and that we speak to providers. */
public enum Api {
  /** OpenAI Chat Completions. */
  CHAT("/v1/chat/completions"),
  /** OpenAI Responses. */
  RESPONSES("/v1/responses"),
  /** Anthropic Messages. */
  MESSAGES("/v1/messages");

  private final String path;

  Api(String path) {
    this.path = path;
  }

  /** The path of the API, the same on our side and under a provider's origin. */
  public String path() {
    return path;
  }

  /** The name in configuration and messages: {@code chat}, {@code responses}, {@code messages}. */
  public String configName() {
    return name().toLowerCase(Locale.ROOT);
  }
}

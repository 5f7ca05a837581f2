package dev.mooring.gateway.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A wire format that providers speak. */
public enum Dialect {
  /** OpenAI Chat Completions. */
  CHAT("/v1/chat/completions"),
  /** OpenAI Responses. */
  RESPONSES("/v1/responses"),
  /** Anthropic Messages; on clouds with their own paths and framing. */
  MESSAGES("/v1/messages"),
  /** Google Gemini's {@code generateContent}; its paths name the model. */
  GEMINI(""),
  /** Amazon Bedrock's Converse; its paths name the model. */
  CONVERSE("");

  private final String path;

  Dialect(String path) {
    this.path = path;
  }

  /** The path under a provider's origin; empty where paths name the model. */
  public String path() {
    return path;
  }

  /** The name in configuration and messages, for example {@code chat}. */
  public String configName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Those that a provider of OpenAI's or Anthropic's kind may choose from, by name. */
  static Map<String, Dialect> choices() {
    Map<String, Dialect> choices = new LinkedHashMap<>();
    for (Dialect dialect : List.of(CHAT, RESPONSES, MESSAGES)) {
      choices.put(dialect.configName(), dialect);
    }
    return choices;
  }
}

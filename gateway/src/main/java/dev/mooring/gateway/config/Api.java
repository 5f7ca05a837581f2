package dev.mooring.gateway.config;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A chat API that clients speak to us. */
public enum Api {
  /** OpenAI Chat Completions. */
  CHAT(Dialect.CHAT.path(), Dialect.CHAT),
  /** OpenAI Responses. */
  RESPONSES(Dialect.RESPONSES.path(), Dialect.RESPONSES),
  /** Anthropic Messages. */
  MESSAGES(Dialect.MESSAGES.path(), Dialect.MESSAGES),
  /** The protocol of the npm package {@code @ai-sdk/gateway}; older versions have other paths. */
  AI_SDK("/v4/ai/language-model", null);

  private static final List<Api> SPOKEN =
      Stream.of(values()).filter(api -> api.dialect != null).toList();

  private final String path;
  private final @Nullable Dialect dialect;

  Api(String path, @Nullable Dialect dialect) {
    this.path = path;
    this.dialect = dialect;
  }

  /** Those that providers speak too. */
  public static List<Api> spoken() {
    return SPOKEN;
  }

  /** The path of the API on our side. */
  public String path() {
    return path;
  }

  /** The same format among those that providers speak; null where none does. */
  public @Nullable Dialect dialect() {
    return dialect;
  }

  /** The name in messages: {@code chat}, {@code responses}, {@code messages}, {@code ai_sdk}. */
  public String configName() {
    return name().toLowerCase(Locale.ROOT);
  }
}

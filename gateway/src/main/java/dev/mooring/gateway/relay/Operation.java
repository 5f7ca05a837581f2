package dev.mooring.gateway.relay;

import dev.mooring.gateway.config.Api;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a caller wants done, by route. */
public enum Operation {
  CHAT_COMPLETIONS(Api.CHAT.path(), Api.CHAT, true, true),
  RESPONSES(Api.RESPONSES.path(), Api.RESPONSES, true, true),
  MESSAGES(Api.MESSAGES.path(), Api.MESSAGES, true, true),
  LANGUAGE_MODEL(Api.AI_SDK.path(), Api.AI_SDK, true, true),
  /** Follows the session's pin, and leaves it as it is. */
  COUNT_TOKENS("/v1/messages/count_tokens", Api.MESSAGES, true, false),
  /** Follows the session's pin, and leaves it as it is. */
  COMPACT("/v1/responses/compact", Api.RESPONSES, true, false),
  /** Has no session. */
  EMBEDDINGS("/v1/embeddings", null, false, false);

  private final String path;
  private final @Nullable Api api;
  private final boolean followsPins;
  private final boolean chat;
  private final String label = name().toLowerCase(Locale.ROOT);

  Operation(String path, @Nullable Api api, boolean followsPins, boolean chat) {
    this.path = path;
    this.api = api;
    this.followsPins = followsPins;
    this.chat = chat;
  }

  /** Its name in meters, traces and the record, for example {@code chat_completions}. */
  public String label() {
    return label;
  }

  /** The route, on our side and under a provider's origin. */
  public String path() {
    return path;
  }

  /** The API whose bodies it takes; null outside the chat APIs. */
  public @Nullable Api api() {
    return api;
  }

  /** Whether it has a session, whose pins it follows. */
  public boolean followsPins() {
    return followsPins;
  }

  /** Whether it is a turn of a conversation: writes pins, and its answer carries the metadata. */
  public boolean chat() {
    return chat;
  }
}

package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.translate.model.AnswerContext;
import org.jspecify.annotations.Nullable;

/** The {@code id} of a message. */
final class MessageId {
  private static final String PREFIX = "msg_";

  private MessageId() {}

  /** The provider's where it is one of a message, else one of ours. */
  static String of(@Nullable String provider, AnswerContext context) {
    return provider != null && provider.startsWith(PREFIX) ? provider : PREFIX + context.id();
  }
}

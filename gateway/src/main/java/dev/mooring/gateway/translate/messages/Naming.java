package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.translate.model.AnswerContext;
import org.jspecify.annotations.Nullable;

/** The {@code id} of a message. */
final class Naming {
  private static final String PREFIX = "msg_";

  private Naming() {}

  /** The provider's id where it is one of a message, else one of ours. */
  static String id(@Nullable String provider, AnswerContext context) {
    return provider != null && provider.startsWith(PREFIX) ? provider : PREFIX + context.id();
  }
}

package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.translate.model.AnswerContext;
import org.jspecify.annotations.Nullable;

/** The {@code id} and {@code model} of a message. */
final class Naming {
  private static final String PREFIX = "msg_";

  private Naming() {}

  /** The provider's id where it is one of a message, else one of ours. */
  static String id(@Nullable String provider, AnswerContext context) {
    return provider != null && provider.startsWith(PREFIX) ? provider : PREFIX + context.id();
  }

  /** The model as the provider names it, else as the caller does. */
  static String model(@Nullable String provider, AnswerContext context) {
    return provider == null ? context.model() : provider;
  }
}

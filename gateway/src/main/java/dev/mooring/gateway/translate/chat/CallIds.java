package dev.mooring.gateway.translate.chat;

import dev.mooring.gateway.translate.model.HashedId;
import java.util.regex.Pattern;

/** Ids of tool calls as a provider takes them; the same for the same id. */
final class CallIds {
  private static final Pattern MISTRAL = Pattern.compile("[a-zA-Z0-9]{9}");
  private static final int OPENAI_LENGTH = 40;

  private CallIds() {}

  /** The id that stands for another. */
  static String of(String id, Flavor flavor) {
    return switch (flavor) {
      case MISTRAL -> MISTRAL.matcher(id).matches() ? id : HashedId.of(id, 9);
      case OPENAI -> id.length() <= OPENAI_LENGTH ? id : "call_" + HashedId.of(id, 24);
      case DEEPSEEK, ALIBABA, MOONSHOT, OPEN_MODELS, CLAUDE, COMPATIBLE -> id;
    };
  }
}

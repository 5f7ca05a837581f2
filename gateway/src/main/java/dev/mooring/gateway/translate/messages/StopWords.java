package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.translate.model.StopReason;
import org.jspecify.annotations.Nullable;

/** The words of {@code stop_reason}. */
final class StopWords {
  private StopWords() {}

  /** What a word says. */
  static StopReason read(@Nullable String word) {
    if (word == null) {
      return StopReason.OTHER;
    }
    return switch (word) {
      case "end_turn" -> StopReason.END;
      case "stop_sequence" -> StopReason.STOP_SEQUENCE;
      case "max_tokens" -> StopReason.MAX_TOKENS;
      case "tool_use" -> StopReason.TOOL_CALLS;
      case "refusal" -> StopReason.REFUSAL;
      case "pause_turn" -> StopReason.PAUSE;
      case "model_context_window_exceeded" -> StopReason.CONTEXT_WINDOW;
      default -> StopReason.OTHER;
    };
  }

  /**
   * The word for a reason.
   *
   * @param refused whether the answer holds a refusal in words, which is what Messages has as text
   */
  static String of(StopReason stop, boolean refused) {
    return switch (stop) {
      case END, ERROR, OTHER -> refused ? "refusal" : "end_turn";
      case STOP_SEQUENCE -> "stop_sequence";
      case MAX_TOKENS -> "max_tokens";
      case TOOL_CALLS -> "tool_use";
      case REFUSAL -> "refusal";
      case PAUSE -> "pause_turn";
      case CONTEXT_WINDOW -> "model_context_window_exceeded";
    };
  }
}

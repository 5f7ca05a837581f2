package dev.mooring.gateway.translate.converse;

import dev.mooring.gateway.translate.model.StopReason;

/** Converse's {@code stopReason}. */
final class ConverseStop {
  private ConverseStop() {}

  /** Why the answer ended. */
  static StopReason read(String stopReason) {
    return switch (stopReason) {
      case "end_turn" -> StopReason.END;
      case "stop_sequence" -> StopReason.STOP_SEQUENCE;
      case "max_tokens" -> StopReason.MAX_TOKENS;
      case "tool_use" -> StopReason.TOOL_CALLS;
      case "content_filtered", "guardrail_intervened", "refusal" -> StopReason.REFUSAL;
      case "pause_turn" -> StopReason.PAUSE;
      case "model_context_window_exceeded" -> StopReason.CONTEXT_WINDOW;
      case "malformed_model_output", "malformed_tool_use" -> StopReason.ERROR;
      default -> StopReason.OTHER;
    };
  }
}

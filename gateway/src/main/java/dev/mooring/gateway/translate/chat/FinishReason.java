package dev.mooring.gateway.translate.chat;

import dev.mooring.gateway.translate.model.StopReason;

/** Chat's {@code finish_reason}. */
final class FinishReason {
  private FinishReason() {}

  /**
   * Reads one.
   *
   * @param calls whether the answer calls tools; some providers say {@code stop} then
   * @param refusal whether the answer has a refusal's words
   */
  static StopReason read(String word, boolean calls, boolean refusal) {
    return switch (word) {
      case "stop", "eos", "tool_calls", "function_call" ->
          calls ? StopReason.TOOL_CALLS : refusal ? StopReason.REFUSAL : StopReason.END;
      case "length", "model_length", "max_tokens" -> StopReason.MAX_TOKENS;
      case "content_filter" -> StopReason.REFUSAL;
      case "error", "insufficient_system_resource" -> StopReason.ERROR;
      default -> StopReason.OTHER;
    };
  }

  /**
   * Writes one.
   *
   * @param refusal whether the answer has a refusal's words, which say enough
   */
  static String of(StopReason stop, boolean refusal) {
    return switch (stop) {
      case END, STOP_SEQUENCE, PAUSE, OTHER -> "stop";
      case MAX_TOKENS, CONTEXT_WINDOW -> "length";
      case TOOL_CALLS -> "tool_calls";
      case REFUSAL -> refusal ? "stop" : "content_filter";
      case ERROR -> "error";
    };
  }
}

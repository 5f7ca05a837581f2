package dev.mooring.gateway.translate.gemini;

import dev.mooring.gateway.translate.model.StopReason;

/** Gemini's {@code finishReason}. */
final class GeminiStop {
  private GeminiStop() {}

  /**
   * Why the answer ended.
   *
   * @param called whether it has a call of a tool, which Gemini ends with {@code STOP}
   */
  static StopReason read(String finishReason, boolean called) {
    return switch (finishReason) {
      case "STOP" -> called ? StopReason.TOOL_CALLS : StopReason.END;
      case "MAX_TOKENS" -> StopReason.MAX_TOKENS;
      case "SAFETY",
          "RECITATION",
          "LANGUAGE",
          "BLOCKLIST",
          "PROHIBITED_CONTENT",
          "SPII",
          "MODEL_ARMOR",
          "IMAGE_SAFETY",
          "IMAGE_PROHIBITED_CONTENT",
          "IMAGE_RECITATION" ->
          StopReason.REFUSAL;
      case "MALFORMED_FUNCTION_CALL",
          "UNEXPECTED_TOOL_CALL",
          "TOO_MANY_TOOL_CALLS",
          "MISSING_THOUGHT_SIGNATURE",
          "MALFORMED_RESPONSE",
          "NO_IMAGE",
          "OTHER" ->
          StopReason.ERROR;
      default -> StopReason.OTHER;
    };
  }
}

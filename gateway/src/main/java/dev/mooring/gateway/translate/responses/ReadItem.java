package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An item of a provider's {@code output}, which may come whole or piece by piece: what pieces told
 * is not told again when the whole comes.
 */
abstract class ReadItem {
  private boolean whole;

  /** An item that begins. */
  static ReadItem of(AnswerTelling answer, JsonNode item) {
    return switch (item.path("type").asText()) {
      case "message" -> new ReadMessage(answer);
      case "reasoning" -> new ReadReasoning(answer);
      case "function_call" -> ReadCall.function(answer, item);
      case "custom_tool_call" -> ReadCall.freeform(answer, item);
      case "local_shell_call", "shell_call" -> new ReadShellCall(answer, "action");
      case "apply_patch_call" -> new ReadShellCall(answer, "operation");
      case "image_generation_call" -> new ReadImage(answer);
      default -> new ReadOther(answer);
    };
  }

  /** Takes an event of the item. */
  void event(String type, JsonNode event) {}

  /** Takes the item once it is whole; only the first time counts. */
  final void whole(JsonNode item) {
    if (!whole) {
      whole = true;
      complete(item);
    }
  }

  /** Nothing more comes, whole or not. */
  void end() {}

  /** Tells what no event has told. */
  abstract void complete(JsonNode item);
}

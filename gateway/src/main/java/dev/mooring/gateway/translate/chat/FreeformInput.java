package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Tool;

/** The bare text that a call gives to one of Chat's {@code custom} tools. */
final class FreeformInput {
  private final StringBuilder arguments = new StringBuilder();

  /** Whether a tool of a request takes bare text. */
  static boolean takes(ModelRequest request, String name) {
    for (Tool tool : request.tools()) {
      if (tool instanceof Tool.Function function && function.name().equals(name)) {
        return function.freeform();
      }
    }
    return false;
  }

  /** The text in a call's arguments; the arguments themselves where they are no such object. */
  static String of(String arguments) {
    JsonNode node = Json.readOrNull(arguments);
    JsonNode input = node == null ? null : node.get("input");
    return input == null || !input.isTextual() ? arguments : input.textValue();
  }

  /** Adds to the arguments. */
  void append(String delta) {
    arguments.append(delta);
  }

  /** The text. */
  String text() {
    return of(arguments.toString());
  }
}

package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.Json;
import org.jspecify.annotations.Nullable;

/**
 * A call of one of the API's own tools that the caller runs: a shell, or a patch. It is told at the
 * end, and not where the provider has run it itself.
 */
final class ReadShellCall extends ReadItem {
  private final AnswerTelling answer;
  private final String argument;
  private @Nullable JsonNode call;

  /**
   * @param argument the member that says what to do
   */
  ReadShellCall(AnswerTelling answer, String argument) {
    this.answer = answer;
    this.argument = argument;
  }

  @Override
  void complete(JsonNode item) {
    call = item;
  }

  @Override
  void end() {
    JsonNode item = call;
    if (item == null || answer.isAnswered(item.path("call_id").asText())) {
      return;
    }
    String type = item.path("type").asText();
    String name = type.substring(0, type.length() - "_call".length());
    String arguments = Json.text(Json.MAPPER.createObjectNode().set(argument, item.path(argument)));
    int part = answer.newCall();
    answer.sink().toolCall(part, item.path("call_id").asText(), name, null);
    answer.sink().arguments(part, arguments);
    answer.sink().close(part);
  }
}

package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An item of which other formats know nothing, such as a search that the provider made; one that
 * gives what a call gave says that the call was the provider's own.
 */
final class ReadOther extends ReadItem {
  private final AnswerTelling answer;

  ReadOther(AnswerTelling answer) {
    this.answer = answer;
  }

  @Override
  void complete(JsonNode item) {
    if (item.path("type").asText().endsWith("_output")) {
      answer.answered(item.path("call_id").asText());
    }
  }
}

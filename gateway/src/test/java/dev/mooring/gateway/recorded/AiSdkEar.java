package dev.mooring.gateway.recorded;

import com.fasterxml.jackson.databind.JsonNode;

/** Understands the AI SDK's protocol, specification version 2. */
final class AiSdkEar implements Ear {

  @Override
  public void whole(JsonNode answer, Listening said) {
    for (JsonNode part : answer.path("content")) {
      switch (part.path("type").asText()) {
        case "text" -> said.text(part.path("text"));
        case "reasoning" -> said.reasoning(part.path("text"));
        case "tool-call" -> call(part, said);
        default -> {}
      }
    }
    end(answer, said);
    if (answer.path("error").isObject()) {
      said.error(answer.at("/error/message").asText());
    }
  }

  @Override
  public void event(JsonNode event, Listening said) {
    switch (event.path("type").asText()) {
      case "text-delta" -> said.text(event.path("delta"));
      case "reasoning-delta" -> said.reasoning(event.path("delta"));
      case "tool-call" -> call(event, said);
      case "finish" -> end(event, said);
      case "error" -> said.error(event.at("/error/message").asText(event.path("error").asText()));
      default -> {}
    }
  }

  private static void call(JsonNode part, Listening said) {
    String key = part.path("toolCallId").asText();
    said.call(key, part.path("toolName").asText());
    said.arguments(key, part.path("input").asText());
  }

  private static void end(JsonNode holder, Listening said) {
    switch (holder.path("finishReason").asText("null")) {
      case "null" -> {}
      case "stop" -> said.stop("end");
      case "tool-calls" -> said.stop("calls");
      case "length" -> said.stop("length");
      case "content-filter" -> said.stop("refusal");
      default -> said.stop("other");
    }
    JsonNode usage = holder.path("usage");
    if (usage.path("inputTokens").isNumber()) {
      said.usage(usage.path("inputTokens").asLong(), usage.path("outputTokens").asLong());
    }
  }
}

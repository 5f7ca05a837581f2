package dev.mooring.gateway.recorded;

import com.fasterxml.jackson.databind.JsonNode;

/** Understands Gemini. */
final class GeminiEar implements Ear {

  @Override
  public void whole(JsonNode answer, Listening said) {
    event(answer, said);
  }

  @Override
  public void event(JsonNode event, Listening said) {
    for (JsonNode part : event.at("/candidates/0/content/parts")) {
      if (part.path("thought").asBoolean()) {
        said.reasoning(part.path("text"));
      } else {
        said.text(part.path("text"));
      }
      JsonNode call = part.path("functionCall");
      if (call.path("name").isTextual()) {
        String key = "" + said.calls();
        said.call(key, call.path("name").asText());
        boolean inPieces = call.path("willContinue").asBoolean();
        said.arguments(
            key,
            inPieces ? "null" : call.path("args").isObject() ? call.path("args").toString() : "");
      }
    }
    switch (event.at("/candidates/0/finishReason").asText("null")) {
      case "null" -> {}
      case "STOP" -> said.stop("end");
      case "MAX_TOKENS" -> said.stop("length");
      default -> said.stop("other");
    }
    JsonNode usage = event.path("usageMetadata");
    if (usage.isObject()) {
      said.usage(
          usage.path("promptTokenCount").asLong(),
          usage.path("candidatesTokenCount").asLong() + usage.path("thoughtsTokenCount").asLong());
    }
  }
}

package dev.mooring.gateway.recorded;

import com.fasterxml.jackson.databind.JsonNode;

/** Understands Chat Completions. */
final class ChatEar implements Ear {
  private String last = "";
  private boolean refused;

  @Override
  public void whole(JsonNode answer, Listening said) {
    message(answer.at("/choices/0/message"), said);
    common(answer, said);
  }

  @Override
  public void event(JsonNode event, Listening said) {
    message(event.at("/choices/0/delta"), said);
    common(event, said);
  }

  private void common(JsonNode node, Listening said) {
    if (node.path("error").isObject()) {
      said.error(node.at("/error/message").asText());
    }
    switch (node.at("/choices/0/finish_reason").asText("null")) {
      case "null" -> {}
      case "stop" -> said.stop(refused ? "refusal" : "end");
      case "tool_calls" -> said.stop("calls");
      case "length" -> said.stop("length");
      case "content_filter" -> said.stop("refusal");
      default -> said.stop("other");
    }
    JsonNode usage = node.path("usage");
    if (usage.isObject()) {
      long in = usage.path("prompt_tokens").asLong();
      long out = usage.path("completion_tokens").asLong();
      long thought = usage.at("/completion_tokens_details/reasoning_tokens").asLong();
      boolean beside = usage.path("total_tokens").asLong() == in + out + thought;
      said.usage(in, beside ? out + thought : out);
    }
  }

  private void message(JsonNode message, Listening said) {
    JsonNode content = message.path("content");
    if (content.isTextual()) {
      said.text(content);
    }
    for (JsonNode piece : content) {
      said.text(piece.path("text"));
      piece.path("thinking").forEach(thought -> said.reasoning(thought.path("text")));
    }
    if (message.path("refusal").isTextual()) {
      refused = true;
      said.text(message.path("refusal"));
    }
    if (message.path("reasoning_content").isTextual()) {
      said.reasoning(message.path("reasoning_content"));
    }
    for (JsonNode call : message.path("tool_calls")) {
      String id = call.path("id").asText("");
      String name = call.at("/function/name").asText("");
      if (!id.isEmpty() && !name.isEmpty()) {
        last = id;
        said.call(id, name);
      }
      said.arguments(last, call.at("/function/arguments").asText(""));
    }
  }
}
